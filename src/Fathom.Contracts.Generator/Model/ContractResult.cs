namespace Fathom.Contracts.Generator.Model;

/// <summary>The result of extracting a type: the contract, null if the type has errors, and the diagnostics.</summary>
internal sealed record ContractResult(ContractModel? Contract, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);
