namespace Fathom.Contracts;

/// <summary>
/// The input is no message of the contract, or beyond a limit of <see cref="ContractReadOptions"/>. It is the sender's fault: a gRPC host
/// answers
/// <c>INVALID_ARGUMENT</c>. The text says where, what was found and what is accepted, and holds nothing of the input's content.
/// </summary>
public sealed class MalformedMessageException : FormatException
{
    /// <summary>With a text.</summary>
    public MalformedMessageException(string message)
        : base(message)
    {
    }

    /// <summary>With a text and what led to it.</summary>
    public MalformedMessageException(string message, Exception? inner)
        : base(message, inner)
    {
    }

    /// <summary>With the place.</summary>
    /// <param name="offset">The first byte that could not be used, counted from the start of the outermost message.</param>
    /// <param name="problem">What was found and what is accepted.</param>
    /// <param name="inner">What led to it.</param>
    public MalformedMessageException(long offset, string problem, Exception? inner = null)
        : base($"Byte {offset} of the message: {problem}", inner) => Offset = offset;

    /// <summary>The first byte that could not be used, counted from the start of the outermost message; -1 where no byte is to
    /// blame.</summary>
    public long Offset { get; } = -1;
}
