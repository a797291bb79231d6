using System.Collections.Immutable;
using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Emission;
using Fathom.Contracts.Generator.Extraction;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Fathom.Contracts.Generator;

/// <summary>
/// Code-first contracts: the serializer of every contract, client and host of every service, and the .proto text of all of them. Extraction
/// ends in models without symbols or places in the text, so that an edit elsewhere changes none of them, and nothing is emitted again.
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class ContractGenerator : IIncrementalGenerator
{
    /// <summary>The step that ends in the contracts' models.</summary>
    public const string ContractsStep = "Contracts";

    /// <summary>The step that ends in the services' models.</summary>
    public const string ServicesStep = "Services";

    /// <summary>The step that ends in what an assembly registers with a mediator.</summary>
    public const string RegistrationStep = "Registration";

    /// <summary>The step that ends in the .proto text.</summary>
    public const string ProtoStep = "Proto";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var results = Found(context, KnownTypes.Contract, type => true, ContractExtractor.Extract).Collect()
            .Combine(Found(context, KnownTypes.DataContract,
                type => !KnownTypes.Has(type, KnownTypes.Contract) && Extraction.Contracts.IsContract(type),
                ContractExtractor.Extract).Collect())
            .Select((both, _) => new EquatableArray<ContractResult>(both.Left.Concat(both.Right)));
        var contracts = results
            .SelectMany((all, _) => all.Where(r => r.Contract is not null).Select(r => r.Contract!).ToImmutableArray())
            .WithTrackingName(ContractsStep);
        context.RegisterSourceOutput(contracts, (output, contract) =>
            output.AddSource(contract.HintName, SourceText.From(ContractEmitter.Emit(contract), System.Text.Encoding.UTF8)));

        var found = Found(context, KnownTypes.Service, type => true, ServiceExtractor.Extract).Collect()
            .Combine(Found(context, KnownTypes.ServiceContract,
                type => !KnownTypes.Has(type, KnownTypes.Service) && Services.SpeaksContracts(type),
                ServiceExtractor.Extract).Collect())
            .Select((both, _) => new EquatableArray<ServiceResult>(both.Left.Concat(both.Right)));
        var services = found
            .SelectMany((all, _) => all.Where(r => r.Service is not null).Select(r => r.Service!).ToImmutableArray())
            .WithTrackingName(ServicesStep);
        var hasTransport = context.CompilationProvider.Select(
            (compilation, _) => compilation.GetTypeByMetadataName(KnownTypes.CallContext) is not null);
        context.RegisterSourceOutput(services.Combine(hasTransport), EmitService);
        context.RegisterSourceOutput(services.Collect().Select((all, _) => all.Length > 0).Combine(hasTransport), EmitMarshaller);

        var mediated = Mediated(context);
        var registration = mediated.Combine(context.CompilationProvider.Select((compilation, _) => compilation.AssemblyName ?? ""))
            .Select((all, _) => RegistrationModel.Of(all.Right, all.Left))
            .WithTrackingName(RegistrationStep);
        context.RegisterSourceOutput(registration, EmitRegistration);

        // A message of a mediator is a method of its own, which others may call too.
        var messages = mediated.Select((all, _) => new EquatableArray<ServiceResult>(
            all.Where(r => r.Message is not null).Select(r => new ServiceResult(r.Message!.Service, default, r.Location))));
        var files = contracts.Collect().Combine(services.Collect()).Combine(registration)
            .Select((all, _) => new EquatableArray<ProtoFileModel>(
                ProtoExport.Files(all.Left.Left, all.Left.Right.Concat(ServicesOf(all.Right)))))
            .WithTrackingName(ProtoStep);
        context.RegisterSourceOutput(files, EmitProto);

        var oneofs = context.SyntaxProvider.ForAttributeWithMetadataName(
            KnownTypes.OneOf, (node, _) => node is TypeDeclarationSyntax, OneOfDiagnostics);
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

    private static IncrementalValuesProvider<T> Found<T>(
        IncrementalGeneratorInitializationContext context, string attribute, Func<INamedTypeSymbol, bool> isMeant,
        Func<INamedTypeSymbol, CancellationToken, T> extract)
        where T : class =>
        context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, (node, _) => node is TypeDeclarationSyntax, (found, cancellation) =>
                found.TargetSymbol is INamedTypeSymbol type && isMeant(type) ? extract(type, cancellation) : null)
            .Where(r => r is not null)
            .Select((r, _) => r!);

    private static IncrementalValueProvider<EquatableArray<MediatorResult>> Mediated(IncrementalGeneratorInitializationContext context) =>
        context.SyntaxProvider.CreateSyntaxProvider((node, _) => MediatorExtractor.MayMatter(node), MediatorExtractor.Extract)
            .Where(r => r is not null)
            .Collect()
            .Select((all, _) => new EquatableArray<MediatorResult>(all.Select(r => r!)));

    private static IEnumerable<ServiceModel> ServicesOf(RegistrationModel registration) =>
        registration.Messages.Where(m => m.Service.Operations[0].Request.Origin is { IsOwn: true }).Select(m => m.Service);

    private static void EmitRegistration(SourceProductionContext output, RegistrationModel registration)
    {
        if (registration.Messages.Count > 0)
        {
            output.AddSource("Handlers.g.cs", SourceText.From(RegistrationEmitter.Emit(registration), System.Text.Encoding.UTF8));
        }
    }

    private static IEnumerable<DiagnosticModel> ServiceDiagnostics(IReadOnlyList<ServiceResult> services, bool hasTransport) =>
        services.SelectMany(s => s.Diagnostics).Concat(hasTransport ? [] : services.Where(s => s.Service is not null)
            .Select(s => new DiagnosticModel(Descriptors.NoTransport.Id, s.Location, new([s.Service!.FullName.Replace("global::", "")]))));

    private static void EmitService(SourceProductionContext output, (ServiceModel Service, bool HasTransport) found)
    {
        if (found.HasTransport)
        {
            output.AddSource(found.Service.HintName, SourceText.From(ServiceEmitter.Emit(found.Service), System.Text.Encoding.UTF8));
        }
    }

    private static void EmitMarshaller(SourceProductionContext output, (bool HasServices, bool HasTransport) found)
    {
        if (found is (true, true))
        {
            output.AddSource(MarshallerCode.HintName, SourceText.From(MarshallerCode.Source, System.Text.Encoding.UTF8));
        }
    }

    private static EquatableArray<DiagnosticModel> OneOfDiagnostics(GeneratorAttributeSyntaxContext found, CancellationToken cancellation)
    {
        var diagnostics = new List<DiagnosticModel>();
        OneOfExtractor.Extract((INamedTypeSymbol)found.TargetSymbol, found.TargetSymbol.ContainingAssembly, diagnostics);
        return new(diagnostics);
    }

    private static void EmitProto(SourceProductionContext output, EquatableArray<ProtoFileModel> files)
    {
        if (files.Count == 0)
        {
            return;
        }

        var code = new CodeWriter();
        code.Line("// <auto-generated/>");
        foreach (var file in files)
        {
            code.Line(
                $"[assembly: global::Fathom.Contracts.Proto.ProtoFile({KnownTypes.Literal(file.Name)}, {KnownTypes.Literal(file.Text)})]");
        }

        output.AddSource("ProtoFiles.g.cs", SourceText.From(code.ToString(), System.Text.Encoding.UTF8));
    }
}
