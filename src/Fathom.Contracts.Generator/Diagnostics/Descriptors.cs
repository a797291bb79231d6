using Microsoft.CodeAnalysis;
using static Fathom.Contracts.Generator.Diagnostics.DiagnosticPage;

namespace Fathom.Contracts.Generator.Diagnostics;

/// <summary>The descriptors of the generator's diagnostics. Each diagnostic has a page, docs/diagnostics/ID.md.</summary>
internal static class Descriptors
{
    public static readonly DiagnosticDescriptor DuplicateNumber = new(
        "FATHOM001", "Two fields have one number",
            "Field number {0} of '{1}' is also that of '{2}': give each field of a message a number of its own",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM001"));

    public static readonly DiagnosticDescriptor MissingNumber = new(
        "FATHOM002", "A member has no field number",
            "'{0}' has no field number: write [Member(n)], or [DataMember(Order = n)] with n from 1",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM002"));

    public static readonly DiagnosticDescriptor NumberOutOfRange = new(
        "FATHOM003", "A field number is out of range", "Field number {0} of '{1}' is out of range: 1 to 536870911 are accepted",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM003"));

    public static readonly DiagnosticDescriptor ReservedNumber = new(
        "FATHOM004", "A field number is reserved", "Field number {0} of '{1}' is reserved: protobuf keeps 19000 to 19999 for itself",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM004"));

    public static readonly DiagnosticDescriptor UnsupportedType = new(
        "FATHOM005", "A type has no protobuf form", "'{0}' cannot be the type of '{1}': {2}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM005"));

    public static readonly DiagnosticDescriptor NotPartial = new(
        "FATHOM006", "A contract is not partial", "'{0}' must be partial: the generator adds the serializer of '{1}' to it",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM006"));

    public static readonly DiagnosticDescriptor NotAContract = new(
        "FATHOM007", "A type cannot be a contract", "'{0}' cannot be a contract: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM007"));

    public static readonly DiagnosticDescriptor CannotAssign = new(
        "FATHOM008", "A contract cannot be created from its fields", "'{0}' cannot be set when the message is read: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM008"));

    public static readonly DiagnosticDescriptor InvalidOneOf = new(
        "FATHOM009", "A oneof is not a closed hierarchy of cases", "'{0}' is no usable part of a oneof: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM009"));

    public static readonly DiagnosticDescriptor DuplicateName = new(
        "FATHOM010", "Two names are equal in .proto text", "'{0}' of '{1}' is also the .proto name of '{2}': set Name on one of them",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM010"));

    public static readonly DiagnosticDescriptor MessageNotNullable = new(
        "FATHOM011", "A field that may be absent is not nullable", "'{0}' is null when the sender leaves it out: declare it '{1}?'",
        Category, DiagnosticSeverity.Warning, true, helpLinkUri: Page("FATHOM011"));

    public static readonly DiagnosticDescriptor EncodingDoesNotFit = new(
        "FATHOM012", "An encoding does not fit the type", "Encoding {0} does not fit '{1}' of type '{2}': {3}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM012"));

    public static readonly DiagnosticDescriptor InvalidName = new(
        "FATHOM013", "A name is no protobuf identifier",
            "'{0}' cannot be a name in .proto text: ASCII letters, digits and _ are accepted, not beginning with a digit; set Name",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM013"));

    public static readonly DiagnosticDescriptor PackageCycle = new(
        "FATHOM014", "Packages import each other",
            "The packages '{0}' and '{1}' use each other's types, which .proto files cannot: put them into one with [assembly: "
                + "ContractPackage]",
        Category, DiagnosticSeverity.Warning, true, helpLinkUri: Page("FATHOM014"));

    public static readonly DiagnosticDescriptor DuplicateService = new(
        "FATHOM015", "Two services have the same name", "Service '{0}' of '{1}' is also that of '{2}': set Name on one of them",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM015"));

    public static readonly DiagnosticDescriptor NotAService = new(
        "FATHOM016", "A type cannot be a service", "'{0}' cannot be a service: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM016"));

    public static readonly DiagnosticDescriptor UnsupportedMethod = new(
        "FATHOM017", "A method has no gRPC form", "'{0}' has no gRPC form: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM017"));

    public static readonly DiagnosticDescriptor GenericMethod = new(
        "FATHOM018", "A method of a service is generic",
            "'{0}' has type parameters, and a gRPC method has one request and one response type: declare a method for each",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM018"));

    public static readonly DiagnosticDescriptor DuplicateMethod = new(
        "FATHOM019", "Two methods have the same gRPC name",
            "'{0}' is the gRPC name of '{1}' and of another method: set [Operation(Name = ...)] on one of them",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM019"));

    public static readonly DiagnosticDescriptor NoTransport = new(
        "FATHOM020", "A service is declared without a transport",
            "'{0}' gets neither client nor host, since the project does not reference Fathom.Transport; its .proto text is exported",
        Category, DiagnosticSeverity.Info, true, helpLinkUri: Page("FATHOM020"));

    public static readonly IReadOnlyList<DiagnosticDescriptor> All =
    [
        DuplicateNumber, MissingNumber, NumberOutOfRange, ReservedNumber, UnsupportedType, NotPartial, NotAContract, CannotAssign,
        InvalidOneOf, DuplicateName, MessageNotNullable, EncodingDoesNotFit, InvalidName, PackageCycle, DuplicateService, NotAService,
        UnsupportedMethod, GenericMethod, DuplicateMethod, NoTransport, .. MediatorDescriptors.All,
    ];

    public static DiagnosticDescriptor Of(string id) => All.First(d => d.Id == id);
}
