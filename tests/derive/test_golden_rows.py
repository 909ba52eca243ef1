"""Whole row sets, with what each row waits for."""

from tests.derive.documents import (
    agent,
    api_workflow,
    blockers,
    bpmn,
    case_document,
    coded_app,
    derived,
    flow,
    identities,
    inventory_sync,
    master,
    solution_children,
    solution_root,
    stock_sync,
    vendor_payment_sync,
)


def test_one_process_without_a_queue_section_gives_its_twelve_rows() -> None:
    assert blockers(derived(vendor_payment_sync())) == {
        "platform:VendorPaymentSync:queue:Queue_VendorPayments": [],
        "platform:VendorPaymentSync:asset:Asset_ApiBaseUrl": [],
        "platform:VendorPaymentSync:credential:Cred_ErpApi": [],
        "platform:VendorPaymentSync:credential:Cred_VendorDb": [],
        "rpa:VendorPaymentSync:GetPendingPayments.xaml": [1, 2, 3, 4],
        "rpa:VendorPaymentSync:ValidatePayment.xaml": [1, 2, 3, 4],
        "rpa:VendorPaymentSync:PostPayment.xaml": [1, 2, 3, 4],
        "rpa:VendorPaymentSync:SendReconciliation.xaml": [1, 2, 3, 4],
        "rpa:VendorPaymentSync:Main.xaml": [1, 2, 3, 4, 5, 6, 7, 8],
        "rpa:VendorPaymentSync:testing": [5, 6, 7, 8, 9],
        "platform:VendorPaymentSync:deploy": [10],
        "platform:VendorPaymentSync:trigger:schedule": [11],
    }


def test_a_case_over_unresolved_resources_is_one_build_and_its_testing() -> None:
    found = derived(case_document())
    assert blockers(found) == {
        "maestro-case:LoanOrigination:caseplan": [],
        "maestro-case:LoanOrigination:testing": [1],
    }
    assert [choice.identity for choice in found.choices] == [
        "rpa:FinancialPostingFunction:Main.xaml",
        "agents:EmailDrafter:agent",
    ]
    assert {choice.answer for choice in found.choices} == {"existing"}


def test_a_project_that_only_prose_names_is_one_row_and_its_testing() -> None:
    assert blockers(derived(inventory_sync())) == {
        "rpa:InventorySync:Main.xaml": [],
        "rpa:InventorySync:testing": [1],
    }


def test_an_inventory_right_in_the_project_structure_is_read() -> None:
    assert blockers(derived(stock_sync())) == {
        "rpa:StockSync:ReadExport.xaml": [],
        "rpa:StockSync:PostCounts.xaml": [],
        "rpa:StockSync:Main.xaml": [1, 2],
        "rpa:StockSync:testing": [1, 2, 3],
    }


def test_a_flow_is_laid_out_first_and_wired_behind_its_tested_components() -> None:
    assert blockers(derived(flow())) == {
        "platform:ClaimFlow:connection:uipath-slack": [],
        "maestro-flow:ClaimFlow:init": [],
        "rpa:ClaimPoster:Main.xaml": [],
        "rpa:ClaimPoster:testing": [3],
        "agents:ClaimTriage:agent": [],
        "agents:ClaimTriage:testing": [5],
        "human-in-the-loop:ClaimFlow:ApproveClaim": [1],
        "maestro-flow:ClaimFlow:ClaimFlow.flow": [1, 2, 4, 6, 7],
        "maestro-flow:ClaimFlow:testing": [2, 8],
        "solution:ClaimFlow:deploy": [4, 6, 9],
        "platform:ClaimFlow:trigger:schedule": [10],
    }


def test_a_bpmn_process_waits_for_the_deployed_component_that_it_needs() -> None:
    assert blockers(derived(bpmn())) == {
        "rpa:OrderWriter:Main.xaml": [],
        "rpa:OrderWriter:testing": [1],
        "platform:OrderWriter:deploy": [2],
        "maestro-bpmn:OrderIntake:OrderIntake.bpmn": [3],
        "maestro-bpmn:OrderIntake:testing": [4],
        "maestro-bpmn:OrderIntake:deploy": [5],
    }


def test_an_agent_gets_its_tools_and_its_bindings() -> None:
    assert blockers(derived(agent())) == {
        "platform:InvoiceClassifier:connection:uipath-jira": [],
        "platform:InvoiceClassifier:queue:Invoices": [],
        "platform:InvoiceClassifier:asset:ModelName": [],
        "rpa:PostInvoice:Main.xaml": [],
        "rpa:PostInvoice:testing": [4],
        "platform:PostInvoice:deploy": [5],
        "agents:InvoiceClassifier:tools/extract_amount.py": [1, 2, 3],
        "agents:InvoiceClassifier:agent": [1, 2, 3, 6, 7],
        "agents:InvoiceClassifier:testing": [7, 8],
        "agents:InvoiceClassifier:deploy": [9],
    }


def test_a_coded_app_waits_for_the_workflow_that_it_calls() -> None:
    assert identities(derived(coded_app())) == [
        "api-workflow:CreateReturn:Workflow.json",
        "api-workflow:CreateReturn:testing",
        "platform:CreateReturn:deploy",
        "coded-apps:ReturnsPortal:app",
        "coded-apps:ReturnsPortal:testing",
        "coded-apps:ReturnsPortal:deploy",
    ]


def test_a_custom_connector_is_validated_before_the_workflow_that_uses_it() -> None:
    assert blockers(derived(api_workflow())) == {
        "platform:CreateReturn:connection:salesforce": [],
        "connector-builder:CreateReturn:acme-erp": [],
        "connector-builder:CreateReturn:acme-erp:validation": [2],
        "api-workflow:CreateReturn:Workflow.json": [1, 3],
        "api-workflow:CreateReturn:testing": [4],
        "platform:CreateReturn:deploy": [5],
    }


def test_a_master_project_builds_its_library_first_and_is_deployed_once() -> None:
    assert blockers(derived(master())) == {
        "platform:VendorInvoice:queue:VendorQueue": [],
        "rpa:VendorInvoice_SharedUtils:library": [1],
        "rpa:VendorInvoice_SharedUtils:testing": [2],
        "rpa:VendorInvoice_Dispatcher:LoadItems.xaml": [1, 3],
        "rpa:VendorInvoice_Dispatcher:Main.xaml": [1, 3, 4],
        "rpa:VendorInvoice_Dispatcher:testing": [4, 5],
        "rpa:VendorInvoice_Performer:Process/PostInvoice.xaml": [1, 3],
        "rpa:VendorInvoice_Performer:Main.xaml": [1, 3, 7],
        "rpa:VendorInvoice_Performer:testing": [7, 8],
        "solution:VendorInvoice:deploy": [3, 6, 9],
        "platform:VendorInvoice:trigger:queue": [10],
        "test:VendorInvoice:end-to-end": [10],
    }


def test_a_solution_shares_its_resources_and_is_deployed_once() -> None:
    assert blockers(derived(solution_root(), *solution_children())) == {
        "platform:VendorOnboarding:queue:VendorQueue": [],
        "platform:VendorOnboarding:credential:ApiKey": [],
        "ixp:VendorDocs:model": [],
        "ixp:VendorDocs:model-validation": [3],
        "maestro-flow:OnboardingFlow:init": [],
        "rpa:VendorSetup:Create.xaml": [1, 2, 4],
        "rpa:VendorSetup:Main.xaml": [1, 2, 4, 6],
        "rpa:VendorSetup:testing": [6, 7],
        "maestro-flow:OnboardingFlow:OnboardingFlow.flow": [1, 2, 5, 8],
        "maestro-flow:OnboardingFlow:testing": [5, 9],
        "solution:VendorOnboarding:deploy": [8, 10],
        "platform:VendorSetup:trigger:schedule": [11],
        "test:VendorOnboarding:end-to-end": [11],
    }
