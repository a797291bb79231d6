namespace Fathom.Transport.Codecs;

/// <summary>Thrown when a codec cannot be used on this system. The message names the missing library and how to install it.</summary>
public sealed class CodecUnavailableException(string message) : Exception(message);
