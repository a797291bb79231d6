namespace Fathom.Contracts.Generator.Model;

/// <summary>What the extraction of a type gave: a contract unless something is wrong with it, and what there is to say.</summary>
internal sealed record ContractResult(ContractModel? Contract, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);
