using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Finds the types that the generator looks at, again at each edit, and makes models of them.</summary>
internal static class SymbolSearch
{
    /// <summary>The models of the types with an attribute.</summary>
    /// <param name="context">The generator's context.</param>
    /// <param name="attribute">Metadata name of the attribute.</param>
    /// <param name="isMeant">Whether a type with it is one to look at.</param>
    /// <param name="extract">Makes the model.</param>
    public static IncrementalValuesProvider<T> WithAttribute<T>(
        IncrementalGeneratorInitializationContext context, string attribute, Func<INamedTypeSymbol, bool> isMeant,
        Func<INamedTypeSymbol, CancellationToken, T> extract)
        where T : class =>
        context.SyntaxProvider
            .ForAttributeWithMetadataName(attribute, (node, _) => node is TypeDeclarationSyntax, (found, cancellation) =>
                found.TargetSymbol is INamedTypeSymbol type && isMeant(type) ? extract(type, cancellation) : null)
            .Where(r => r is not null)
            .Select((r, _) => r!);

    /// <summary>A mediator's messages and handlers, which need no attribute.</summary>
    public static IncrementalValueProvider<EquatableArray<MediatorResult>> Mediated(IncrementalGeneratorInitializationContext context) =>
        context.SyntaxProvider.CreateSyntaxProvider((node, _) => MediatorExtractor.MayMatter(node), MediatorExtractor.Extract)
            .Where(r => r is not null)
            .Collect()
            .Select((all, _) => new EquatableArray<MediatorResult>(all.Select(r => r!)));

    /// <summary>What is wrong with each hierarchy of a oneof.</summary>
    public static IncrementalValuesProvider<EquatableArray<DiagnosticModel>> OneOfDiagnostics(
        IncrementalGeneratorInitializationContext context) =>
        context.SyntaxProvider.ForAttributeWithMetadataName(KnownTypes.OneOf, (node, _) => node is TypeDeclarationSyntax, (found, _) =>
        {
            var diagnostics = new List<DiagnosticModel>();
            OneOfExtractor.Extract((INamedTypeSymbol)found.TargetSymbol, found.TargetSymbol.ContainingAssembly, diagnostics);
            return new EquatableArray<DiagnosticModel>(diagnostics);
        });
}
