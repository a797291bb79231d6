using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Recognizes the interfaces that are services, and determines the names of services and their methods.</summary>
internal static class Services
{
    private const string Async = "Async";

    /// <summary>
    /// Whether an interface that another framework's attribute marks as a service is a gRPC service: one of its methods takes or returns a
    /// contract.
    /// </summary>
    public static bool SpeaksContracts(INamedTypeSymbol type) => type.GetMembers().OfType<IMethodSymbol>()
        .SelectMany(m => m.Parameters.Select(p => p.Type).Append(m.ReturnType))
        .Any(t => IsContract(t) || (t is INamedTypeSymbol { TypeArguments.Length: 1 } wrapped && IsContract(wrapped.TypeArguments[0])));

    /// <summary>
    /// Returns the package of a service and its name in the package. The name of a [ServiceContract] includes the package, as in
    /// protobuf-net.Grpc.
    /// </summary>
    public static (string Package, string Name) NameOf(INamedTypeSymbol type)
    {
        if (KnownTypes.Find(type, KnownTypes.Service) is { } service)
        {
            return (Packages.Of(type), KnownTypes.Named(service, "Name") as string ?? CSharpNameOf(type));
        }

        return KnownTypes.Find(type, KnownTypes.ServiceContract) is { } contract && KnownTypes.Named(contract, "Name") is string full
            ? Split(full)
            : (Packages.Of(type), CSharpNameOf(type));
    }

    /// <summary>Returns the interface name without its leading I, prefixed with the names of its containing types.</summary>
    public static string CSharpNameOf(INamedTypeSymbol type)
    {
        var name = type.Name.Length > 1 && type.Name[0] == 'I' && char.IsUpper(type.Name[1]) ? type.Name.Substring(1) : type.Name;
        for (var outer = type.ContainingType; outer is not null; outer = outer.ContainingType)
        {
            name = outer.Name + name;
        }

        return name;
    }

    public static string NameOf(IMethodSymbol method)
    {
        if ((Given(method, KnownTypes.Operation) ?? Given(method, KnownTypes.OperationContract)) is { } given)
        {
            return given;
        }

        var bare = method.Name.Length - Async.Length;
        return bare > 0 && method.Name.EndsWith(Async, StringComparison.Ordinal) ? method.Name.Substring(0, bare) : method.Name;
    }

    private static string? Given(IMethodSymbol method, string attribute) =>
        KnownTypes.Find(method, attribute) is { } found ? KnownTypes.Named(found, "Name") as string : null;

    private static (string Package, string Name) Split(string full)
    {
        var dot = full.LastIndexOf('.');
        return dot < 0 ? ("", full) : (full.Substring(0, dot), full.Substring(dot + 1));
    }

    private static bool IsContract(ITypeSymbol type) => type is INamedTypeSymbol named && Contracts.IsContract(named);
}
