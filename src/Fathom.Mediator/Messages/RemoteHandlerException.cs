using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Messages;

/// <summary>What a handler threw on another node.</summary>
public sealed class RemoteHandlerException : MediatorException
{
    internal RemoteHandlerException(string node, string exceptionType, string text, string? details, Status status, string? remote,
        Exception? inner)
        : base($"{exceptionType} on node '{node}': {text}", status, remote, inner) =>
        (Node, ExceptionType, Text, Details) = (node, exceptionType, text, details);

    /// <summary>The node it was thrown on, by the name it gives itself.</summary>
    public string Node { get; }

    /// <summary>The full name of the exception's type there, as in <c>System.InvalidOperationException</c>.</summary>
    public string ExceptionType { get; }

    /// <summary>The exception's own message.</summary>
    public string Text { get; }

    /// <summary>The exception with its stack, where that node has <c>Grpc:DetailedErrors</c>; else null.</summary>
    public string? Details { get; }
}
