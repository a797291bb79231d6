using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the models of a class's handlers, one for each message that the class handles.</summary>
internal static class HandlerExtractor
{
    /// <summary>Returns the handler interfaces that a class implements.</summary>
    public static IReadOnlyList<INamedTypeSymbol> RolesOf(INamedTypeSymbol type) =>
        [.. type.AllInterfaces.Where(i => IsHandler(i.OriginalDefinition.ToDisplayString()))];

    public static IEnumerable<HandlerModel> Extract(INamedTypeSymbol type, List<DiagnosticModel> diagnostics)
    {
        var roles = RolesOf(type);
        if (roles.Count == 0 || type.IsAbstract || KnownTypes.Has(type, KnownTypes.ManualRegistration))
        {
            return [];
        }

        var constructors = type.InstanceConstructors.Where(
            c => c.DeclaredAccessibility is Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal).ToList();
        if (Problem(type, constructors) is { } problem)
        {
            diagnostics.Add(DiagnosticModel.At(MediatorDescriptors.NotFound, KnownTypes.LocationOf(type), type.Name, problem));
            return [];
        }

        var services = constructors[0].Parameters.Select(p => KnownTypes.FullName(p.Type)).ToList();
        return [.. roles.Select(r => Message(type, r, diagnostics)).Where(m => m is not null)
            .Select(m => new HandlerModel(KnownTypes.FullName(type), m!, new(services)))];
    }

    private static MessageModel? Message(INamedTypeSymbol type, INamedTypeSymbol role, List<DiagnosticModel> diagnostics)
    {
        if (role.TypeArguments[0] is not INamedTypeSymbol message)
        {
            return null;
        }

        var model = MessageExtractor.Extract(message, type.ContainingAssembly, out var problem, out _);

        // A message of this assembly is reported where it is declared.
        if (model is null && !SymbolEqualityComparer.Default.Equals(message.ContainingAssembly, type.ContainingAssembly))
        {
            diagnostics.Add(DiagnosticModel.At(MediatorDescriptors.NotAMessage, LocationOf(type, role, message), message.ToDisplayString(),
                problem));
        }

        return model;
    }

    private static string? Problem(INamedTypeSymbol type, List<IMethodSymbol> constructors) => type switch
    {
        { TypeKind: not TypeKind.Class } => "a class is needed",
        { IsGenericType: true } => "it has type parameters",
        _ when ServiceExtractor.AccessibilityOf(type) is null => "it is not accessible to generated code: make it, "
            + "and the types around it, public or internal",
        _ when constructors.Count == 0 => "it has no public or internal constructor",
        _ when constructors.Count > 1 => $"it has {constructors.Count} public or internal constructors, and one is needed",
        _ when constructors[0].Parameters.FirstOrDefault(p => p.RefKind != RefKind.None) is { } parameter => $"its constructor takes "
            + $"'{parameter.Name}' by reference",
        _ when type.GetMembers().Any(m => m is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true }) =>
            "it has required members",
        _ => null,
    };

    // The message type in the base list of the class; the class itself if a base class implements the interface.
    private static Location? LocationOf(INamedTypeSymbol type, INamedTypeSymbol role, INamedTypeSymbol message)
    {
        var written = type.DeclaringSyntaxReferences.Select(r => r.GetSyntax()).OfType<TypeDeclarationSyntax>()
            .SelectMany(d => d.BaseList?.Types.Select(t => t.Type).ToList() ?? [])
            .SelectMany(t => t.DescendantNodesAndSelf().OfType<GenericNameSyntax>())
            .Where(g => g.Identifier.ValueText == role.Name)
            .Select(g => g.TypeArgumentList.Arguments[0])
            .FirstOrDefault(a => a.ToString().Split('.', ':').Last() == message.Name);
        return written?.GetLocation() ?? KnownTypes.LocationOf(type);
    }

    private static bool IsHandler(string definition) =>
        definition is KnownTypes.RequestHandler or KnownTypes.StreamRequestHandler or KnownTypes.NotificationHandler;
}
