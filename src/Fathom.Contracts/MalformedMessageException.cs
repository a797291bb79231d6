namespace Fathom.Contracts;

/// <summary>
/// The input is no valid message of the contract, or exceeds a limit of <see cref="ContractReadOptions"/>. It is the sender's fault: a gRPC
/// host answers <c>INVALID_ARGUMENT</c>. The message says where, what was found and what is accepted, without contents of the input.
/// </summary>
public sealed class MalformedMessageException : FormatException
{
    /// <summary>Creates the exception with a message.</summary>
    public MalformedMessageException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and a cause.</summary>
    public MalformedMessageException(string message, Exception? inner)
        : base(message, inner)
    {
    }

    /// <summary>Creates the exception with an offset.</summary>
    /// <param name="offset">The offset of the first unusable byte in the outermost message.</param>
    /// <param name="problem">What was found and what is accepted.</param>
    /// <param name="inner">The cause.</param>
    public MalformedMessageException(long offset, string problem, Exception? inner = null)
        : base($"Byte {offset} of the message: {problem}", inner) => Offset = offset;

    /// <summary>The offset of the first unusable byte in the outermost message; -1 if no byte is at
    /// fault.</summary>
    public long Offset { get; } = -1;
}
