namespace Fathom.Contracts.Generator.Model;

/// <summary>What the extraction of an interface gave: a service unless something is wrong with it, and what there is to say.</summary>
internal sealed record ServiceResult(ServiceModel? Service, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);
