namespace Fathom.Transport.Codecs;

/// <summary>The levels of a codec, in its own numbers.</summary>
/// <param name="Fastest">The lowest.</param>
/// <param name="Best">The highest: smallest output, slowest.</param>
/// <param name="Default">The one used where none is named.</param>
public readonly record struct CodecLevels(int Fastest, int Best, int Default);
