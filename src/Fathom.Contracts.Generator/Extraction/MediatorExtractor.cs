using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts from a type its model as a message of Fathom.Mediator, as a handler, or as both. Most types are neither.</summary>
internal static class MediatorExtractor
{
    /// <summary>
    /// Whether a type declaration can be a message or a handler: both have a base list. This syntactic filter runs before any symbol is
    /// requested.
    /// </summary>
    public static bool MayMatter(SyntaxNode node) => node is TypeDeclarationSyntax { BaseList: not null }
        and not InterfaceDeclarationSyntax;

    public static MediatorResult? Extract(GeneratorSyntaxContext found, CancellationToken cancellation)
    {
        if (found.SemanticModel.GetDeclaredSymbol(found.Node, cancellation) is not INamedTypeSymbol type
            || !IsFirstPart(type, found.Node, cancellation))
        {
            return null;
        }

        var diagnostics = new List<DiagnosticModel>();
        var message = Message(type, diagnostics);
        var handlers = HandlerExtractor.Extract(type, diagnostics).ToList();
        return message is null && handlers.Count == 0 && diagnostics.Count == 0
            ? null
            : new MediatorResult(message, new(handlers), new(diagnostics), LocationModel.Of(KnownTypes.LocationOf(type)));
    }

    private static MessageModel? Message(INamedTypeSymbol type, List<DiagnosticModel> diagnostics)
    {
        if (type.IsAbstract || MessageExtractor.RolesOf(type).Count == 0)
        {
            CheckRemote(type, "it is no request or stream request", diagnostics);
            return null;
        }

        var message = MessageExtractor.Extract(type, type.ContainingAssembly, out var problem, out var isOfAnswer);
        if (message is null)
        {
            diagnostics.Add(DiagnosticModel.At(
                MediatorDescriptors.NotAMessage, isOfAnswer ? AnswerLocationOf(type) : KnownTypes.LocationOf(type), type.Name, problem));
        }
        else if (message.Kind == MessageKind.Notification)
        {
            CheckRemote(type, "it is a notification, which every remote gets", diagnostics);
        }
        else if (message.Remote is { } remote && (remote.Trim().Length == 0 || remote.IndexOf(':') >= 0))
        {
            diagnostics.Add(DiagnosticModel.At(
                MediatorDescriptors.InvalidRemote, KnownTypes.LocationOf(KnownTypes.Find(type, KnownTypes.Remote)!, 0), type.Name,
                    "a name in the settings has characters, and no colon"));
        }

        return message;
    }

    private static void CheckRemote(INamedTypeSymbol type, string problem, List<DiagnosticModel> diagnostics)
    {
        if (KnownTypes.Find(type, KnownTypes.Remote) is { } attribute)
        {
            diagnostics.Add(DiagnosticModel.At(
                MediatorDescriptors.InvalidRemote, attribute.ApplicationSyntaxReference?.GetSyntax().GetLocation(), type.Name, problem));
        }
    }

    private static Location? AnswerLocationOf(INamedTypeSymbol type) =>
        type.DeclaringSyntaxReferences.Select(r => r.GetSyntax()).OfType<TypeDeclarationSyntax>()
        .SelectMany(d => d.BaseList?.Types.Select(t => t.Type).ToList() ?? [])
        .SelectMany(t => t.DescendantNodesAndSelf().OfType<GenericNameSyntax>())
        .FirstOrDefault(g => g.Identifier.ValueText is "IRequest" or "IStreamRequest")?.TypeArgumentList.Arguments[0].GetLocation()
        ?? KnownTypes.LocationOf(type);

    // A partial type is extracted once, at its first declaration with a base list.
    private static bool IsFirstPart(INamedTypeSymbol type, SyntaxNode node, CancellationToken cancellation) =>
        type.DeclaringSyntaxReferences.Select(r => r.GetSyntax(cancellation)).First(MayMatter) == node;
}
