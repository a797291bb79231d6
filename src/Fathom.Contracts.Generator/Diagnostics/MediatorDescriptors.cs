using Microsoft.CodeAnalysis;
using static Fathom.Contracts.Generator.Diagnostics.DiagnosticPage;

namespace Fathom.Contracts.Generator.Diagnostics;

/// <summary>The descriptors of the diagnostics for mediator messages and handlers.</summary>
internal static class MediatorDescriptors
{
    public static readonly DiagnosticDescriptor DuplicateHandler = new(
        "FATHOM021", "Two handlers for one request",
            "'{0}' handles '{1}', which '{2}' does already: a request has one handler; mark those [ManualRegistration] that are not to be "
                + "found",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM021"));

    public static readonly DiagnosticDescriptor NotAMessage = new(
        "FATHOM022", "A type cannot be a message", "'{0}' cannot be a message: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM022"));

    public static readonly DiagnosticDescriptor NotFound = new(
        "FATHOM023", "A handler cannot be registered", "'{0}' is a handler that is not registered: {1}; or mark it [ManualRegistration]",
        Category, DiagnosticSeverity.Warning, true, helpLinkUri: Page("FATHOM023"));

    public static readonly DiagnosticDescriptor InvalidRemote = new(
        "FATHOM024", "A message cannot have a remote", "The remote of '{0}' is of no use: {1}",
        Category, DiagnosticSeverity.Error, true, helpLinkUri: Page("FATHOM024"));

    public static readonly IReadOnlyList<DiagnosticDescriptor> All = [DuplicateHandler, NotAMessage, NotFound, InvalidRemote];
}
