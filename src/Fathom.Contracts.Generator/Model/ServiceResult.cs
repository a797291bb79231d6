namespace Fathom.Contracts.Generator.Model;

/// <summary>The result of extracting an interface: the service, null if the interface has errors, and the diagnostics.</summary>
internal sealed record ServiceResult(ServiceModel? Service, EquatableArray<DiagnosticModel> Diagnostics, LocationModel? Location);
