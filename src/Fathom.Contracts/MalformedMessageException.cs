namespace Fathom.Contracts;

/// <summary>
/// The input is not a valid message of the contract, or exceeds a limit of <see cref="ContractReadOptions"/>. The sender is at fault: a
/// gRPC host responds with <c>INVALID_ARGUMENT</c>. The exception message states the offset, what was found and what is accepted. It
/// contains no strings or bytes of the input.
/// </summary>
public sealed class MalformedMessageException : FormatException
{
    /// <summary>Creates the exception with a message.</summary>
    public MalformedMessageException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and an inner exception.</summary>
    public MalformedMessageException(string message, Exception? inner)
        : base(message, inner)
    {
    }

    /// <summary>Creates the exception with the offset of the error.</summary>
    /// <param name="offset">The offset in the outermost message at which reading failed, in bytes from its start.</param>
    /// <param name="problem">What was found and what is accepted.</param>
    /// <param name="inner">The inner exception, or null.</param>
    public MalformedMessageException(long offset, string problem, Exception? inner = null)
        : base($"Byte {offset} of the message: {problem}", inner) => Offset = offset;

    /// <summary>
    /// The offset in the outermost message at which reading failed, in bytes from its start; -1 if the error concerns no particular byte.
    /// </summary>
    public long Offset { get; } = -1;
}
