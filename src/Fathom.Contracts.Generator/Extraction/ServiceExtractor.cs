using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the model of a service from the symbol of its interface. The model holds no symbols.</summary>
internal static class ServiceExtractor
{
    public static ServiceResult Extract(INamedTypeSymbol type, CancellationToken cancellation)
    {
        var diagnostics = new List<DiagnosticModel>();
        var (package, name) = Services.NameOf(type);
        CheckType(type, package, name, diagnostics);
        var extractor = new OperationExtractor(type.ContainingAssembly, diagnostics);
        var operations = new List<OperationModel>();
        var names = new HashSet<string>();
        foreach (var member in type.GetMembers().Where(m => m.IsAbstract))
        {
            cancellation.ThrowIfCancellationRequested();
            if (member is IPropertySymbol or IEventSymbol)
            {
                diagnostics.Add(NotAService(member, type, $"'{member.Name}' is no method, and a service has nothing else"));
            }
            else if (member is IMethodSymbol { MethodKind: MethodKind.Ordinary } method)
            {
                CheckName(method, names, diagnostics);
                if (extractor.Extract(method) is { } operation)
                {
                    operations.Add(operation);
                }
            }
        }

        var service = diagnostics.Count > 0 ? null : new ServiceModel(
            type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() : "",
            Services.CSharpNameOf(type),
            KnownTypes.FullName(type),
            AccessibilityOf(type)!,
            package,
            name,
            new(operations));
        return new ServiceResult(service, new(diagnostics), LocationModel.Of(KnownTypes.LocationOf(type)));
    }

    /// <summary>
    /// Returns the accessibility of generated code that refers to a type, <c>public</c> or <c>internal</c>; null if generated code has no
    /// access to the type.
    /// </summary>
    public static string? AccessibilityOf(INamedTypeSymbol type)
    {
        var isPublic = true;
        for (var around = type; around is not null; around = around.ContainingType)
        {
            if (around.IsFileLocal || around.DeclaredAccessibility is not (
                Accessibility.Public or Accessibility.Internal or Accessibility.ProtectedOrInternal))
            {
                return null;
            }

            isPublic &= around.DeclaredAccessibility == Accessibility.Public;
        }

        return isPublic ? "public" : "internal";
    }

    private static void CheckType(INamedTypeSymbol type, string package, string name, List<DiagnosticModel> diagnostics)
    {
        var problem = type switch
        {
            { TypeKind: not TypeKind.Interface } => "an interface is needed",
            _ when IsGeneric(type) => "it has type parameters, and a service has one shape",
            _ when AccessibilityOf(type) is null => "what is generated for it must see it: make it, and the types around it, public or "
                + "internal",
            _ when type.AllInterfaces.FirstOrDefault(i => i.GetMembers().Any(m => m.IsAbstract)) is { } parent =>
                $"it inherits the members of '{parent.Name}'; a service declares its methods itself",
            _ => null,
        };
        if (problem is not null)
        {
            diagnostics.Add(NotAService(type, type, problem));
        }

        if ((package.Length > 0 ? package.Split('.') : []).Append(name).FirstOrDefault(part => !ProtoNames.IsIdentifier(part)) is { } bad)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.InvalidName, KnownTypes.LocationOf(type), bad));
        }
    }

    private static void CheckName(IMethodSymbol method, HashSet<string> names, List<DiagnosticModel> diagnostics)
    {
        var name = Services.NameOf(method);
        if (!ProtoNames.IsIdentifier(name))
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.InvalidName, KnownTypes.LocationOf(method), name));
        }
        else if (!names.Add(name))
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.DuplicateMethod, KnownTypes.LocationOf(method), name, method.Name));
        }
    }

    private static bool IsGeneric(INamedTypeSymbol type) => type.IsGenericType || (type.ContainingType is { } outer && IsGeneric(outer));

    private static DiagnosticModel NotAService(ISymbol place, INamedTypeSymbol type, string problem) =>
        DiagnosticModel.At(Descriptors.NotAService, KnownTypes.LocationOf(place), type.Name, problem);
}
