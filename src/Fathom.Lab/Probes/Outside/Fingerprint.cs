using System.Buffers.Binary;
using Fathom.Wire.Http2;

namespace Fathom.Lab.Probes.Outside;

/// <summary>What a server says of itself before it is asked anything: its first SETTINGS, the first WINDOW_UPDATE of the connection, and
/// the <c>server</c> header.</summary>
internal sealed class Fingerprint
{
    // Kestrel's own, measured on .NET 8 to 10; an operator can change the first two.
    private const uint KestrelWindow = 786_432;
    private const uint KestrelHeaderList = 32_768;

    // SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441), which Kestrel sends and gRPC libraries do not.
    private const ushort ExtendedConnect = 0x8;

    // An id beyond those of RFC 9113 that gRPC's C core announces (GRPC_ALLOW_TRUE_BINARY_METADATA).
    private const ushort CoreSetting = 0xFE03;

    private readonly Dictionary<ushort, uint> _settings = [];

    /// <summary>The <c>server</c> header; null where no response had one.</summary>
    public string? Header { get; set; }

    /// <summary>What the server adds to the window of the connection, bytes.</summary>
    public long ConnectionIncrement { get; set; }

    /// <summary>Calls that it allows at a time on a connection; null where it sets no limit.</summary>
    public uint? StreamLimit => Setting((ushort)Http2SettingId.MaxConcurrentStreams);

    /// <summary>Whether it is Kestrel, which answers PING on its thread pool.</summary>
    public bool IsKestrel => Header == "Kestrel"
        || (Setting((ushort)Http2SettingId.MaxHeaderListSize) == KestrelHeaderList
            && Setting((ushort)Http2SettingId.InitialWindowSize) == KestrelWindow && _settings.ContainsKey(ExtendedConnect));

    /// <summary>Its name, for people.</summary>
    public string Name => IsKestrel ? "Kestrel"
        : _settings.ContainsKey(CoreSetting) ? "gRPC C core"
        : Header is { Length: > 0 and < 40 } header && header.All(c => char.IsAsciiLetterOrDigit(c) || c is ' ' or '.' or '/' or '-' or '_')
            ? header
        : "not recognised";

    /// <summary>Reads the first SETTINGS.</summary>
    public void Read(ReadOnlySpan<byte> payload)
    {
        for (; payload.Length >= 6; payload = payload[6..])
        {
            _settings[BinaryPrimitives.ReadUInt16BigEndian(payload)] = BinaryPrimitives.ReadUInt32BigEndian(payload[2..]);
        }
    }

    private uint? Setting(ushort id) => _settings.TryGetValue(id, out var value) ? value : null;
}
