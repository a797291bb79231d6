using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the model of a Fathom.Mediator message from the symbol of its type, which can be declared in any assembly.</summary>
internal static class MessageExtractor
{
    // A service with the name of its message would be a duplicate name in the .proto file.
    private const string ServiceSuffix = "Handler";

    /// <summary>Returns the message interfaces that a type implements; none if it is not a message.</summary>
    public static IReadOnlyList<INamedTypeSymbol> RolesOf(INamedTypeSymbol type) =>
        [.. type.AllInterfaces.Where(i => KindOf(i) is not null)];

    /// <summary>Returns the model; null if the type cannot be a message.</summary>
    /// <param name="type">The type of the message.</param>
    /// <param name="own">The assembly that is being compiled.</param>
    /// <param name="problem">Why the type cannot be a message; empty if it can.</param>
    /// <param name="isOfAnswer">Whether the problem is in the response type instead of the message.</param>
    public static MessageModel? Extract(INamedTypeSymbol type, IAssemblySymbol own, out string problem, out bool isOfAnswer)
    {
        isOfAnswer = false;
        var roles = RolesOf(type);
        problem = Problem(type, roles);
        if (problem.Length > 0)
        {
            return null;
        }

        var kind = KindOf(roles[0])!.Value;
        var request = ValueTypes.Of(type, Encoding.Varint, own, out _)!;
        var answer = kind == MessageKind.Notification ? OperationExtractor.Empty : Answer(roles[0].TypeArguments[0], own);
        if (answer is null)
        {
            problem = $"its answer '{roles[0].TypeArguments[0].ToDisplayString()}' is no contract; mark that [Contract]";
            isOfAnswer = true;
            return null;
        }

        return new MessageModel(kind, KnownTypes.FullName(type), Service(type, kind, request, answer), RemoteOf(type));
    }

    private static string Problem(INamedTypeSymbol type, IReadOnlyList<INamedTypeSymbol> roles) => type switch
    {
        _ when roles.Count > 1 =>
            $"it is {string.Join(" and ", roles.Select(r => r.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)))}, and a "
                + $"message is one of them",
        { TypeKind: not TypeKind.Class } => "a class or record is needed",
        _ when !Contracts.IsContract(type) => "it is no contract; mark it [Contract], make it partial and give its members numbers",
        { IsGenericType: true } => "it has type parameters, and a message has one shape",
        _ when ServiceExtractor.AccessibilityOf(type) is null => "it is not accessible to generated code: make it, "
            + "and the types around it, public or internal",
        _ => "",
    };

    private static ServiceModel Service(INamedTypeSymbol type, MessageKind kind, ValueModel request, ValueModel answer)
    {
        var name = kind switch { MessageKind.Request => "Send", MessageKind.Stream => "Stream", _ => "Publish" };
        var returns = kind == MessageKind.Stream ? ReturnKind.Stream : ReturnKind.ValueTaskOfMessage;
        var operation = new OperationModel(name, name, "", returns, StreamsRequests: false, request, answer, new([]));
        return new ServiceModel("", "", KnownTypes.FullName(type), "", Packages.Of(type), Packages.NameOf(type) + ServiceSuffix,
            new([operation]));
    }

    private static ValueModel? Answer(ITypeSymbol type, IAssemblySymbol own) =>
        KnownTypes.FullName(type) == KnownTypes.Empty ? OperationExtractor.Empty
        : ValueTypes.Of(type, Encoding.Varint, own, out _) is { Kind: ValueKind.Message } message ? message : null;

    private static string? RemoteOf(INamedTypeSymbol type) =>
        KnownTypes.Find(type, KnownTypes.Remote)?.ConstructorArguments.FirstOrDefault().Value as string;

    private static MessageKind? KindOf(INamedTypeSymbol role) => role.OriginalDefinition.ToDisplayString() switch
    {
        KnownTypes.Request => MessageKind.Request,
        KnownTypes.StreamRequest => MessageKind.Stream,
        KnownTypes.Notification => MessageKind.Notification,
        _ => null,
    };
}
