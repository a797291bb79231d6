using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>The attributes the generator understands, and how to get at what is written in them.</summary>
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

    /// <summary>Where the argument at a place stands, or the one of a name; the attribute where there is none.</summary>
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

    /// <summary>The token that names a declaration.</summary>
    public static Location? LocationOf(ISymbol symbol) => symbol.Locations.FirstOrDefault(l => l.IsInSource);

    /// <summary>The type that a declaration writes.</summary>
    public static Location? TypeLocationOf(ISymbol symbol) => symbol.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax() switch
    {
        PropertyDeclarationSyntax property => property.Type.GetLocation(),
        MethodDeclarationSyntax method => method.ReturnType.GetLocation(),
        ParameterSyntax { Type: { } type } => type.GetLocation(),
        VariableDeclaratorSyntax { Parent: VariableDeclarationSyntax declaration } => declaration.Type.GetLocation(),
        _ => LocationOf(symbol),
    };

    /// <summary>The type in the angle brackets of what a declaration writes; what it writes where there are none.</summary>
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

    /// <summary>A name as C# writes it.</summary>
    public static string Escape(string name) => SyntaxFacts.GetKeywordKind(name) == SyntaxKind.None ? name : "@" + name;

    /// <summary>A text as C# writes it.</summary>
    public static string Literal(string text) => SymbolDisplay.FormatLiteral(text, quote: true);

    /// <summary>With the ? of a reference type, as a declaration repeats it.</summary>
    public static string DeclaredName(ITypeSymbol type) => type.ToDisplayString(
        SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier));

    public static string FullName(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);
}
