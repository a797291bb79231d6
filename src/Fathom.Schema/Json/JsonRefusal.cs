namespace Fathom.Schema.Json;

/// <summary>JSON that does not fit. <see cref="JsonEncoder"/> adds the place.</summary>
/// <param name="message">What was found and what is accepted.</param>
/// <param name="position">Offset of the token, in bytes.</param>
internal sealed class JsonRefusal(string message, long position) : Exception(message)
{
    public long Position { get; } = position;
}
