namespace Fathom.Transport.Codecs;

/// <summary>A codec cannot be used on this system; the message says what is missing and how to get it.</summary>
public sealed class CodecUnavailableException(string message) : Exception(message);
