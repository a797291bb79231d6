namespace Fathom.Wire.Grpc;

/// <summary>What <see cref="MessageReader.Read"/> found.</summary>
internal enum MessageState
{
    /// <summary>The message is not all there yet.</summary>
    Incomplete,

    /// <summary>A whole message.</summary>
    Message,

    /// <summary>The stream ended between messages.</summary>
    End,

    /// <summary>The stream breaks the protocol or a limit; nothing more can be read from it.</summary>
    Failed,
}
