using System.Collections.Immutable;
using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Extraction;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator;

/// <summary>
/// Incremental source generator for code-first contracts. Generates the serializer of every contract, the client and the host of every
/// service, and the .proto text of all of them. Extraction ends in models without symbols or source locations, so that an edit elsewhere
/// leaves them equal and no source is generated again.
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class ContractGenerator : IIncrementalGenerator
{
    /// <summary>Tracking name of the step that yields the models of contracts.</summary>
    public const string ContractsStep = "Contracts";

    /// <summary>Tracking name of the step that yields the models of services.</summary>
    public const string ServicesStep = "Services";

    /// <summary>Tracking name of the step that yields the mediator messages and handlers of the assembly.</summary>
    public const string RegistrationStep = "Registration";

    /// <summary>Tracking name of the step that yields the .proto text.</summary>
    public const string ProtoStep = "Proto";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var results = SymbolSearch.WithAttribute(context, KnownTypes.Contract, type => true, ContractExtractor.Extract).Collect()
            .Combine(SymbolSearch.WithAttribute(context, KnownTypes.DataContract,
                type => !KnownTypes.Has(type, KnownTypes.Contract) && Extraction.Contracts.IsContract(type),
                ContractExtractor.Extract).Collect())
            .Select((both, _) => new EquatableArray<ContractResult>(both.Left.Concat(both.Right)));
        var contracts = results
            .SelectMany((all, _) => all.Where(r => r.Contract is not null).Select(r => r.Contract!).ToImmutableArray())
            .WithTrackingName(ContractsStep);
        context.RegisterSourceOutput(contracts, GeneratedFiles.AddContract);

        var found = SymbolSearch.WithAttribute(context, KnownTypes.Service, type => true, ServiceExtractor.Extract).Collect()
            .Combine(SymbolSearch.WithAttribute(context, KnownTypes.ServiceContract,
                type => !KnownTypes.Has(type, KnownTypes.Service) && Services.SpeaksContracts(type),
                ServiceExtractor.Extract).Collect())
            .Select((both, _) => new EquatableArray<ServiceResult>(both.Left.Concat(both.Right)));
        var services = found
            .SelectMany((all, _) => all.Where(r => r.Service is not null).Select(r => r.Service!).ToImmutableArray())
            .WithTrackingName(ServicesStep);
        var hasTransport = context.CompilationProvider.Select(
            (compilation, _) => compilation.GetTypeByMetadataName(KnownTypes.CallContext) is not null);
        context.RegisterSourceOutput(services.Combine(hasTransport), GeneratedFiles.AddService);
        context.RegisterSourceOutput(
            services.Collect().Select((all, _) => all.Length > 0).Combine(hasTransport), GeneratedFiles.AddMarshaller);

        var mediated = SymbolSearch.Mediated(context);
        var registration = mediated.Combine(context.CompilationProvider.Select((compilation, _) => compilation.AssemblyName ?? ""))
            .Select((all, _) => RegistrationModel.Of(all.Right, all.Left))
            .WithTrackingName(RegistrationStep);
        context.RegisterSourceOutput(registration, GeneratedFiles.AddRegistration);

        // A mediator message is a gRPC service with one method, so its name must be unique in its package too.
        var messages = mediated.Select((all, _) => new EquatableArray<ServiceResult>(
            all.Where(r => r.Message is not null).Select(r => new ServiceResult(r.Message!.Service, default, r.Location))));
        var files = contracts.Collect().Combine(services.Collect()).Combine(registration)
            .Select((all, _) => new EquatableArray<ProtoFileModel>(
                ProtoExport.Files(all.Left.Left, all.Left.Right.Concat(ServicesOf(all.Right)))))
            .WithTrackingName(ProtoStep);
        context.RegisterSourceOutput(files, GeneratedFiles.AddProto);

        var oneofs = SymbolSearch.OneOfDiagnostics(context);
        Report(context, results.Select((all, _) => new EquatableArray<DiagnosticModel>(all.SelectMany(r => r.Diagnostics).Distinct())));
        Report(context, oneofs.Collect().Select((all, _) => new EquatableArray<DiagnosticModel>(all.SelectMany(d => d).Distinct())));
        Report(context, found.Combine(hasTransport)
            .Select((all, _) => new EquatableArray<DiagnosticModel>(ServiceDiagnostics(all.Left, all.Right))));
        Report(context, mediated.Select((all, _) => new EquatableArray<DiagnosticModel>(
            all.SelectMany(r => r.Diagnostics).Concat(RegistrationRules.Check(all)))));
        Report(context, results.Combine(found.Combine(messages)).Combine(files).Select((all, _) =>
            new EquatableArray<DiagnosticModel>(PackageRules.Check(
                all.Left.Left, [.. all.Left.Right.Left, .. all.Left.Right.Right], all.Right))));
    }

    private static void Report(IncrementalGeneratorInitializationContext context,
        IncrementalValueProvider<EquatableArray<DiagnosticModel>> diagnostics) =>
        context.RegisterSourceOutput(diagnostics, (output, found) =>
        {
            foreach (var diagnostic in found)
            {
                output.ReportDiagnostic(diagnostic.ToDiagnostic());
            }
        });

    private static IEnumerable<ServiceModel> ServicesOf(RegistrationModel registration) =>
        registration.Messages.Where(m => m.Service.Operations[0].Request.Origin is { IsOwn: true }).Select(m => m.Service);

    private static IEnumerable<DiagnosticModel> ServiceDiagnostics(IReadOnlyList<ServiceResult> services, bool hasTransport) =>
        services.SelectMany(s => s.Diagnostics).Concat(hasTransport ? [] : services.Where(s => s.Service is not null)
            .Select(s => new DiagnosticModel(Descriptors.NoTransport.Id, s.Location, new([s.Service!.FullName.Replace("global::", "")]))));
}
