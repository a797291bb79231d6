namespace Fathom.Wire.Grpc;

/// <summary>The kind of a <see cref="MessageOutcome"/>.</summary>
internal enum MessageState
{
    /// <summary>The message has not arrived completely.</summary>
    Incomplete,

    /// <summary>A complete message.</summary>
    Message,

    /// <summary>The stream ended after a complete message, or without any.</summary>
    End,

    /// <summary>The stream violates the protocol or a limit. No more messages can be read from it.</summary>
    Failed,
}
