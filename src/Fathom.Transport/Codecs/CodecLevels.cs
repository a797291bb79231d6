namespace Fathom.Transport.Codecs;

/// <summary>The compression levels of a codec, as the codec numbers them.</summary>
/// <param name="Fastest">The lowest level: fastest.</param>
/// <param name="Best">The highest level: smallest output, slowest.</param>
/// <param name="Default">The level used by default.</param>
public readonly record struct CodecLevels(int Fastest, int Best, int Default);
