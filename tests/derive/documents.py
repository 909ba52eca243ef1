"""Small design documents of every kind, put together from their sections."""

from collections.abc import Mapping, Sequence

from planner.adapters.catalogue_file import built_in
from planner.codec.sdd import parse_sdd
from planner.derive.derive import derive
from planner.derive.document import Derived, Document, Options
from planner.rules.handoff import read_handoff

UIPATH = built_in("uipath")
TODAY = "2026-12-01"


def table(head: str, *rows: str) -> str:
    """Return a table; cells are parted by a bar."""
    cells = [[cell.strip() for cell in line.split(" | ")] for line in (head, *rows)]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return "\n".join([lines[0], "|" + "---|" * len(cells[0]), *lines[1:]])


def handoff(**fields: str) -> str:
    """Return a handoff; a keyword replaces a field, an empty one leaves it out."""
    held = {
        "Status": "ready",
        "Execution autonomy": "autonomous",
        "Delivery model": "cloud",
        "SDD scope": "single-product",
        "Project list section": "§11",
        "Tasks file": "`x-tasks.md`",
    }
    held |= {name.replace("_", " "): value for name, value in fields.items()}
    rows = [f"**{name}** | {value}" for name, value in held.items() if value]
    return f"<!-- planner-handoff:v1 -->\n## Planner Handoff\n\n{table('Field | Value', *rows)}"


def sdd(title: str, *sections: str, given: Mapping[str, str] | None = None) -> str:
    """Return a document: its title, its handoff, its sections."""
    return "\n\n".join([f"# {title}", handoff(**(given or {})), *sections]) + "\n"


def section(heading: str, *blocks: str) -> str:
    """Return a section of level two, unless its heading says another level."""
    heading = heading if heading.startswith("#") else f"## {heading}"
    return "\n\n".join([heading, *blocks])


def document(text: str, name: str = "x-sdd.md") -> Document:
    """Return the document as the derivation is given it."""
    doc = parse_sdd(text)
    return Document(name, name, doc, read_handoff(doc, name).handoff)


def derived(text: str, *children: str, **options: object) -> Derived:
    """Derive with the catalogue of the UiPath skills."""
    documents = [document(child, f"child-{at}-sdd.md") for at, child in enumerate(children, 1)]
    given = Options(today=TODAY, **options)  # type: ignore[arg-type]
    return derive(document(text), tuple(documents), UIPATH, given)


def identities(found: Derived) -> list[str]:
    """Return the identities in the order of the rows."""
    return [str(row.identity) for row in found.tasks.rows]


def blockers(found: Derived) -> dict[str, list[int]]:
    """Return the numbers that each row waits for, by its subject."""
    numbers = {row.identity: at for at, row in enumerate(found.tasks.rows, 1)}
    return {str(row.identity): [numbers[one] for one in row.blocked_by] for row in found.tasks.rows}


def told(found: Derived, kind: str) -> list[str]:
    """Return the remarks of one kind."""
    return [remark.text for remark in found.remarks if remark.kind == kind]


def workflows(*names: str) -> str:
    """Return a workflow inventory."""
    rows = [f"{at} | `{name}` | does its part | 1 | — | —" for at, name in enumerate(names, 1)]
    return section(
        "### Workflow Inventory",
        table("# | Workflow File | Responsibility | PDD Steps | Inputs | Outputs", *rows),
    )


def vendor_payment_sync() -> str:
    """Return the document of the worked example: one process, no queue section."""
    return sdd(
        "Solution Design Document — vendor-payment-sync",
        section("1. Process Overview", "Pays vendors."),
        section(
            "9. Application Inventory",
            table(
                "# | Application | Interface | Access Method | Role",
                "1 | ERP API | REST API | Direct HTTP | target",
                "2 | Vendor DB | Database | Direct | source",
            ),
            "No web, desktop, or Citrix applications are driven.",
        ),
        section(
            "11. Project Structure",
            "### Project Mode Decision",
            table("Mode | Packaging", "XAML | Single process package"),
            workflows(
                "Main.xaml",
                "GetPendingPayments.xaml",
                "ValidatePayment.xaml",
                "PostPayment.xaml",
                "SendReconciliation.xaml",
            ),
        ),
        section(
            "15. Credentials & Assets",
            table(
                "Asset Name | Type | Description | Notes",
                "`Cred_ErpApi` | Credential | ERP | —",
                "`Cred_VendorDb` | Credential | DB | —",
                "`Asset_ApiBaseUrl` | Text | base address | —",
                "`Queue_VendorPayments` | Orchestrator queue | work items | —",
            ),
        ),
        section(
            "16. Deployment Environment",
            "### Robot & Runtime",
            table("Field | Value", "Robot type | Unattended", "Trigger | Daily 06:00 Mon-Fri"),
        ),
        section("17. Testing Strategy", "Happy path and time-outs."),
        given={"Status": ""},
    )


def case_document(resource_id: str = "<UNRESOLVED>") -> str:
    """Return a case whose two resources have names and no ids."""
    return sdd(
        "SDD — Loan Origination",
        section(
            "Section 1: Case Definition",
            "### Case Metadata",
            table("Field | Value", "Case Name | LoanOrigination"),
        ),
        section("Section 2: Stages & Tasks", "### Stage 1: Intake", "##### Task 1.1: Post"),
        section(
            "Section 4: Integrations",
            "### Processes & RPA",
            table(
                "Name | Resource ID | Purpose", f"FinancialPostingFunction | {resource_id} | posts"
            ),
            "### Agents",
            table("Name | Resource ID | Purpose", f"EmailDrafter | {resource_id} | drafts"),
        ),
        section("Testing Strategy", "Cases."),
    )


def inventory_sync() -> str:
    """Return a document whose project structure is prose."""
    return sdd(
        "Solution Design Document — Inventory Sync",
        section(
            "9. Application Inventory", table("# | Application | Interface", "1 | ERP | REST API")
        ),
        section("11. Project Structure", "One project, `InventorySync`, is built as a process."),
        section("17. Testing Strategy", "Happy path."),
    )


def stock_sync(names: Sequence[str] = ("Main.xaml", "ReadExport.xaml", "PostCounts.xaml")) -> str:
    """Return a document whose inventory stands right in its project structure."""
    rows = [f"{at} | `{name}` | part {at}" for at, name in enumerate(names, 1)]
    return sdd(
        "Solution Design Document — Stock Sync",
        section("11. Project Structure", table("# | Workflow | Responsibility", *rows)),
        section("17. Testing Strategy", "Happy path and API time-out."),
    )


BREAKDOWN = "### Solution / Project Breakdown"


def flow(*, target: str = "Solution (.uipx)", breakdown: Sequence[str] = ()) -> str:
    """Return a flow with an RPA process, an agent, a person and a connection."""
    rows = ("ClaimFlow | Maestro Flow", *breakdown)
    return sdd(
        "Solution Design Document — Claim Handling",
        section("3. Nodes Inventory", table("# | Node Key | Node Type", "1 | start | trigger")),
        section("6. Triggers", table("# | Trigger | Type", "1 | Nightly | Schedule")),
        section(
            "7. Integrated Components",
            "### RPA Processes Invoked",
            table("Process | Called From Node | Purpose", "ClaimPoster | post | posts the claim"),
            "### Agents Invoked",
            table("Agent | Called From Node", "ClaimTriage | triage"),
            "### Integration Service Connections",
            table(
                "Connector | System | Access Method | Used By",
                "`uipath-slack` | Slack | OAuth | notify",
            ),
            "### HITL Touchpoints",
            table("Touchpoint | Called From Node", "ApproveClaim | approve"),
        ),
        section(
            "9. Project Structure",
            f"### Orchestrator Deployment Target\n\n- [x] {target}\n- [ ] Something else",
            BREAKDOWN,
            table("Project | Product", *rows),
        ),
        section("10. Testing Strategy", "Paths."),
    )


def bpmn() -> str:
    """Return a BPMN process over a component that exists."""
    return sdd(
        "Solution Design Document — Order Intake Process",
        section("3. Pools & Lanes", "One pool."),
        section(
            "4. Activities Inventory", table("# | Node Key | BPMN Element Type", "1 | a | task")
        ),
        section(
            "9. Integrated Components",
            "### RPA Processes Invoked",
            table(
                "Process | Called From Node | Resource ID",
                "OrderReader | read | 4f1c-77",
                "OrderWriter | write | —",
            ),
        ),
        section("12. Project Structure", "### Deployment Target\n\nOrchestrator."),
        section("13. Testing Strategy", "Paths."),
    )


def agent() -> str:
    """Return a coded agent with tools of its own and one that is a process."""
    return sdd(
        "Solution Design Document — Invoice Classifier",
        section("2. Agent Framework", "LangGraph."),
        section(
            "3. Tools",
            table(
                "Tool Name | Tool Type | Purpose | Input Schema",
                "`extract_amount` | PYTHON_FN | reads the amount | text: str",
                "`PostInvoice` | RPA_PROCESS | posts | —",
                "`uipath-jira` | CONNECTOR | asks | —",
            ),
        ),
        section(
            "6. Orchestrator Bindings",
            table(
                "Binding Name | Resource Type | Purpose",
                "ModelName | Asset | model",
                "Invoices | Queue | work",
            ),
        ),
        section(
            "8. Integrated Components",
            "### RPA Processes as Tools",
            table("Process | Purpose", "PostInvoice | posts"),
        ),
        section("9. Project Structure", "### Deployment Target\n\nOrchestrator."),
        section("10. Testing Strategy", "Evaluations."),
    )


def coded_app() -> str:
    """Return a coded app that calls an API workflow."""
    return sdd(
        "Solution Design Document — Returns Portal",
        section("2. App Type & Tech Stack", "React."),
        section("3. Pages & Routes", table("Page | Route", "Home | /")),
        section(
            "6. API Integration",
            "### UiPath API Workflow Calls",
            table("API Workflow | Purpose", "CreateReturn | creates"),
        ),
        section(
            "10. Project Structure", "### Deployment Target\n\n- [x] Standalone\n- [ ] Solution"
        ),
        section("11. Testing Strategy", "Pages."),
    )


def api_workflow() -> str:
    """Return an API workflow with a connection and a connector of its own."""
    return sdd(
        "Solution Design Document — Create Return",
        section("4. Execution Flow", "### Step Details\n\nSteps."),
        section(
            "5. Connectors & External Calls",
            "### IS Connections",
            table(
                "Connector | Access Method",
                "Salesforce | OAuth",
                "Custom connector — acme-erp | Custom connector — acme-erp",
            ),
        ),
        section("10. Project Structure", "### Deployment Target\n\nOrchestrator."),
        section("11. Testing", "Calls."),
    )


def master(*, packaging: str = "Solution (.uipx)") -> str:
    """Return a master project: a dispatcher, a performer and a library."""
    return sdd(
        "Solution Design Document — Vendor Invoice Automation v2",
        section(
            "10. Master Project Architecture",
            "#### Sub-projects overview",
            table(
                "# | Project Name | Sub-type | Role",
                "1 | VendorInvoice_Dispatcher | Process | Dispatcher",
                "2 | VendorInvoice_Performer | Process | Performer",
                "3 | VendorInvoice_SharedUtils | Library | shared",
            ),
        ),
        section(
            "11. Project Structure",
            "### Project Mode Decision",
            table("Mode | Packaging", f"XAML | {packaging}"),
            "### 11.1 VendorInvoice_Dispatcher",
            workflows("Main.xaml", "LoadItems.xaml").replace("###", "####"),
            "### 11.2 VendorInvoice_Performer",
            workflows("Main.xaml", "Process/PostInvoice.xaml").replace("###", "####"),
        ),
        section(
            "12. Queue Architecture",
            "### Queue Definitions",
            table("Queue Name | Producer Project | Max Retries", "VendorQueue | Dispatcher | 2"),
            "### Queue Configuration",
            "#### `VendorQueue` — configuration",
            "Unique references: yes.",
        ),
        section("15. Credentials & Assets", table("Asset Name | Type", "VendorQueue | Queue")),
        section("16. Deployment Environment", table("Field | Value", "Trigger | Queue trigger")),
        section("17. Testing Strategy", "Pipeline."),
    )


def solution_root() -> str:
    """Return the root of a solution of an RPA process, an API workflow and a flow."""
    return sdd(
        "Solution Overview — Vendor Onboarding",
        section(
            "3. Project Inventory",
            table(
                "# | Project Name | Product",
                "1 | OnboardingFlow | Maestro Flow",
                "2 | VendorSetup | RPA",
                "3 | VendorDocs | IXP",
            ),
        ),
        section(
            "4. Cross-Project Data Flow",
            table(
                "From | To | Data",
                "OnboardingFlow | VendorSetup | vendor",
                "VendorDocs | VendorSetup | fields",
            ),
        ),
        section(
            "5. Shared Assets & Queues",
            table("Name | Type", "VendorQueue | Queue", "ApiKey | Credential"),
        ),
        section("6. Per-Project SDD Index", "See the files."),
        section("Testing Strategy", "All of it."),
        given={"SDD scope": "solution", "Project SDD role": "root", "Solution ID": "S-1"},
    )


def solution_children() -> tuple[str, str]:
    """Return the documents of the solution's flow and of its process."""
    child = {"SDD scope": "solution", "Project SDD role": "child", "Solution ID": "S-1"}
    over = sdd(
        "Solution Design Document — Onboarding Flow",
        section("3. Nodes Inventory", table("# | Node Key", "1 | start")),
        section(
            "7. Integrated Components",
            "### RPA Processes Invoked",
            table("Process | Called From Node", "VendorSetup | setup"),
        ),
        section(
            "9. Project Structure", BREAKDOWN, table("Project | Product", "OnboardingFlow | Flow")
        ),
        section("10. Testing Strategy", "Paths."),
        given=child,
    )
    under = sdd(
        "Solution Design Document — Vendor Setup",
        section(
            "11. Project Structure",
            BREAKDOWN,
            table("Project | Product", "VendorSetup | RPA"),
            workflows("Main.xaml", "Create.xaml"),
        ),
        section("12. Queue Architecture", table("Queue Name | Max Retries", "VendorQueue | 1")),
        section("16. Deployment Environment", table("Field | Value", "Trigger | Daily 05:00")),
        section("17. Testing Strategy", "Paths."),
        given=child,
    )
    return over, under
