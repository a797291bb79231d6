using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Declares the pipeline steps that find the relevant types after each edit and extract their models.</summary>
internal static class SymbolSearch
{
    /// <summary>Returns the models of the types with an attribute.</summary>
    /// <param name="context">The context of the generator's initialization.</param>
    /// <param name="attribute">The metadata name of the attribute.</param>
    /// <param name="isMeant">Whether to extract a type with the attribute.</param>
    /// <param name="extract">Extracts the model.</param>
    public static IncrementalValuesProvider<T> WithAttribute<T>(
        IncrementalGeneratorInitializationContext context, string attribute, Func<INamedTypeSymbol, bool> isMeant,
        Func<INamedTypeSymbol, CancellationToken, T> extract)
        where T : class =>
        context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, (node, _) => node is TypeDeclarationSyntax, (found, cancellation) =>
                found.TargetSymbol is INamedTypeSymbol type && isMeant(type) ? extract(type, cancellation) : null)
            .Where(r => r is not null)
            .Select((r, _) => r!);

    /// <summary>Returns the mediator messages and handlers, which need no attribute.</summary>
    public static IncrementalValueProvider<EquatableArray<MediatorResult>> Mediated(IncrementalGeneratorInitializationContext context) =>
        context.SyntaxProvider.CreateSyntaxProvider((node, _) => MediatorExtractor.MayMatter(node), MediatorExtractor.Extract)
            .Where(r => r is not null)
            .Collect()
            .Select((all, _) => new EquatableArray<MediatorResult>(all.Select(r => r!)));

    /// <summary>Returns the diagnostics of each oneof hierarchy.</summary>
    public static IncrementalValuesProvider<EquatableArray<DiagnosticModel>> OneOfDiagnostics(
        IncrementalGeneratorInitializationContext context) =>
        context.SyntaxProvider.ForAttributeWithMetadataName(KnownTypes.OneOf, (node, _) => node is TypeDeclarationSyntax, (found, _) =>
        {
            var diagnostics = new List<DiagnosticModel>();
            OneOfExtractor.Extract((INamedTypeSymbol)found.TargetSymbol, found.TargetSymbol.ContainingAssembly, diagnostics);
            return new EquatableArray<DiagnosticModel>(diagnostics);
        });
}
