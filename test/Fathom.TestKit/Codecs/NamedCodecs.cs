using Fathom.Transport.Codecs;

namespace Fathom.TestKit.Codecs;

/// <summary>Every codec there is by a name for test rows: those of the registry by their encoding, and the managed ones beside them, which
/// a machine with the system's libraries would not use.</summary>
public static class NamedCodecs
{
    private static readonly Dictionary<string, Codec> ByName = CodecRegistry.All.ToDictionary(codec => codec.Encoding)
        .Append(new("lz4 managed", CodecRegistry.ManagedLz4))
        .Append(new("zstd managed", CodecRegistry.ManagedZstd))
        .ToDictionary();

    /// <summary>The names.</summary>
    public static IReadOnlyCollection<string> Names => ByName.Keys;

    /// <summary>The codec of a name.</summary>
    public static Codec Find(string name) => ByName[name];
}
