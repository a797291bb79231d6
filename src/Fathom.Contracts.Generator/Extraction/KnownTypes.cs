using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>The names of the types that the generator recognizes, and helpers for attributes, source locations and C# names.</summary>
internal static class KnownTypes
{
    public const string Contract = "Fathom.Contracts.ContractAttribute";
    public const string Member = "Fathom.Contracts.MemberAttribute";
    public const string OneOf = "Fathom.Contracts.OneOfAttribute";
    public const string Case = "Fathom.Contracts.CaseAttribute";
    public const string ContractPackage = "Fathom.Contracts.ContractPackageAttribute";
    public const string DataContract = "System.Runtime.Serialization.DataContractAttribute";
    public const string DataMember = "System.Runtime.Serialization.DataMemberAttribute";

    public const string Service = "Fathom.Contracts.ServiceAttribute";
    public const string Operation = "Fathom.Contracts.OperationAttribute";
    public const string ServiceContract = "System.ServiceModel.ServiceContractAttribute";
    public const string OperationContract = "System.ServiceModel.OperationContractAttribute";
    public const string Empty = "global::Fathom.Contracts.Empty";
    public const string CallContext = "Fathom.Transport.Services.CallContext";
    public const string ServerCallContext = "Fathom.Transport.Server.ServerCallContext";
    public const string CallOptions = "Fathom.Transport.Calls.CallOptions";

    public const string Request = "Fathom.Mediator.Messages.IRequest<TResponse>";
    public const string StreamRequest = "Fathom.Mediator.Messages.IStreamRequest<TItem>";
    public const string Notification = "Fathom.Mediator.Messages.INotification";
    public const string RequestHandler = "Fathom.Mediator.Messages.IRequestHandler<TRequest, TResponse>";
    public const string StreamRequestHandler = "Fathom.Mediator.Messages.IStreamRequestHandler<TRequest, TItem>";
    public const string NotificationHandler = "Fathom.Mediator.Messages.INotificationHandler<TNotification>";
    public const string Remote = "Fathom.Mediator.Messages.RemoteAttribute";
    public const string ManualRegistration = "Fathom.Mediator.Messages.ManualRegistrationAttribute";

    public static AttributeData? Find(ISymbol symbol, string attribute) =>
        symbol.GetAttributes().FirstOrDefault(a => a.AttributeClass?.ToDisplayString() == attribute);

    public static bool Has(ISymbol symbol, string attribute) => Find(symbol, attribute) is not null;

    public static object? Named(AttributeData attribute, string name) =>
        attribute.NamedArguments.FirstOrDefault(a => a.Key == name).Value.Value;

    /// <summary>
    /// Returns the location of the argument with a name, or at a position if <paramref name="name"/> is null. Returns the location of the
    /// attribute if there is no such argument, and null if the attribute is not in source.
    /// </summary>
    public static Location? LocationOf(AttributeData attribute, int place, string? name = null)
    {
        if (attribute.ApplicationSyntaxReference?.GetSyntax() is not AttributeSyntax syntax)
        {
            return null;
        }

        var arguments = syntax.ArgumentList?.Arguments;
        var argument = name is null
            ? arguments?.ElementAtOrDefault(place)
            : arguments?.FirstOrDefault(a => a.NameEquals?.Name.Identifier.ValueText == name);
        return (argument?.Expression ?? (SyntaxNode)syntax).GetLocation();
    }

    /// <summary>Returns the location of the identifier in a declaration; null if the symbol is not in source.</summary>
    public static Location? LocationOf(ISymbol symbol) => symbol.Locations.FirstOrDefault(l => l.IsInSource);

    /// <summary>
    /// Returns the location of the type in the declaration of a member or parameter; of the identifier if the declaration has no type.
    /// </summary>
    public static Location? TypeLocationOf(ISymbol symbol) => symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
    {
        PropertyDeclarationSyntax property => property.Type.GetLocation(),
        MethodDeclarationSyntax method => method.ReturnType.GetLocation(),
        ParameterSyntax { Type: { } type } => type.GetLocation(),
        VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax declaration } => declaration.Type.GetLocation(),
        _ => LocationOf(symbol),
    };

    /// <summary>
    /// Returns the location of the first type argument in the type of a declaration; of the type itself if it is not generic.
    /// </summary>
    public static Location? TypeArgumentLocationOf(ISymbol symbol)
    {
        var type = symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
        {
            MethodDeclarationSyntax method => method.ReturnType,
            ParameterSyntax parameter => parameter.Type,
            _ => null,
        };
        return type?.DescendantNodesAndSelf().OfType<GenericNameSyntax>().FirstOrDefault()?.TypeArgumentList.Arguments[0].GetLocation()
            ?? TypeLocationOf(symbol);
    }

    /// <summary>Returns a name as a C# identifier, prefixed with @ if it is a keyword.</summary>
    public static string Escape(string name) => SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None ? name : "@" + name;

    /// <summary>Returns a text as a C# string literal.</summary>
    public static string Literal(string text) => SymbolDisplay.FormatLiteral(text, quote: true);

    /// <summary>Returns the fully qualified name of a type, including the ? of nullable reference types.</summary>
    public static string DeclaredName(ITypeSymbol type) => type.ToDisplayString(
        SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier));

    public static string FullName(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);
}
