using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Messages;

/// <summary>A handler on another node threw an exception.</summary>
public sealed class RemoteHandlerException : MediatorException
{
    internal RemoteHandlerException(string node, string exceptionType, string text, string? details, Status status, string? remote,
        Exception? inner)
        : base($"{exceptionType} on node '{node}': {text}", status, remote, inner) =>
        (Node, ExceptionType, Text, Details) = (node, exceptionType, text, details);

    /// <summary>The name of the node where it was thrown.</summary>
    public string Node { get; }

    /// <summary>The full name of the exception's type, as in <c>System.InvalidOperationException</c>.</summary>
    public string ExceptionType { get; }

    /// <summary>The exception's message.</summary>
    public string Text { get; }

    /// <summary>The exception with its stack trace if that node has <c>Grpc:DetailedErrors</c>, else null.</summary>
    public string? Details { get; }

    // Of a failure of a notification, which may be reported by several paths; 0: none.
    internal long FailureId { get; init; }
}
