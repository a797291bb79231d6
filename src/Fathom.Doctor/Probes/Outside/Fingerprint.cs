using System.Buffers.Binary;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What a server says of itself before it is asked anything: its first SETTINGS, the first WINDOW_UPDATE of the connection, and
/// the <c>server</c> header.</summary>
internal sealed class Fingerprint
{
    /// <summary>npm's @grpc/grpc-js, on one thread of Node.js.</summary>
    public const string GrpcJs = "grpc-js";

    /// <summary>Grpc.AspNetCore.</summary>
    public const string GrpcAspNetCore = "Grpc.AspNetCore";

    // Kestrel's own, measured on .NET 8 to 10; an operator can change the first two.
    private const uint KestrelWindow = 786_432;
    private const uint KestrelHeaderList = 32_768;

    private const string Unknown = "not recognised";

    // SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441), which Kestrel sends and gRPC libraries do not.
    private const ushort ExtendedConnect = 0x8;

    // An id beyond those of RFC 9113 that gRPC's C core announces (GRPC_ALLOW_TRUE_BINARY_METADATA).
    private const ushort CoreSetting = 0xFE03;

    // How libraries refuse a method that does not exist, by the beginning of grpc-message.
    private static readonly (string Message, string Library)[] Refusals =
    [
        ("The server does not implement the method", GrpcJs), ("unknown service ", "grpc-go"), ("unknown method ", "grpc-go"),
        ("Method not found:", "grpc-java"), ("Method is unimplemented.", GrpcAspNetCore), ("Service is unimplemented.", GrpcAspNetCore),
        ("Method not found!", "gRPC C core"),
    ];

    // What proxies call themselves in the server header; the others say so in via (RFC 9110 section 7.6.3).
    private static readonly string[] Proxies = ["nghttpx", "envoy", "nginx", "istio-envoy", "awselb", "cloudflare", "openresty"];

    private readonly Dictionary<ushort, uint> _settings = [];
    private string? _via;
    private string? _refusal;

    /// <summary>The <c>server</c> header; null where no response had one.</summary>
    public string? Header { get; private set; }

    /// <summary>The library, by how it refuses a method that does not exist; null where that is not known.</summary>
    public string? Library => _refusal is null ? null
        : Refusals.FirstOrDefault(r => _refusal.StartsWith(r.Message, StringComparison.Ordinal)).Library;

    /// <summary>The proxy that a response names; null where none is named.</summary>
    public string? Proxy => _via is not null ? Printable(_via)
        : Header is not null && Proxies.Any(p => Header.StartsWith(p, StringComparison.OrdinalIgnoreCase)) ? Printable(Header) : null;

    /// <summary>What the server adds to the window of the connection, bytes.</summary>
    public long ConnectionIncrement { get; set; }

    /// <summary>Calls that it allows at a time on a connection; null where it sets no limit.</summary>
    public uint? StreamLimit => Setting((ushort)Http2SettingId.MaxConcurrentStreams);

    /// <summary>First window of its streams, bytes.</summary>
    public long StreamWindow => Setting((ushort)Http2SettingId.InitialWindowSize) ?? FlowWindow.DefaultSize;

    /// <summary>Window of the connection, bytes.</summary>
    public long ConnectionWindow => FlowWindow.DefaultSize + ConnectionIncrement;

    /// <summary>Whether it is Kestrel, which answers PING on its thread pool.</summary>
    public bool IsKestrel => Header == "Kestrel"
        || (Setting((ushort)Http2SettingId.MaxHeaderListSize) == KestrelHeaderList
            && Setting((ushort)Http2SettingId.InitialWindowSize) == KestrelWindow && _settings.ContainsKey(ExtendedConnect));

    /// <summary>Its name, for people.</summary>
    public string Name => IsKestrel ? "Kestrel"
        : _settings.ContainsKey(CoreSetting) ? "gRPC C core"
        : Header is { Length: > 0 } header ? Printable(header) ?? Unknown : Unknown;

    /// <summary>Reads the fields of a response.</summary>
    public void Read(ProbeFields fields, bool isNoOp)
    {
        Header ??= fields["server"];
        _via ??= fields["via"];
        _refusal ??= isNoOp ? StatusMessageEncoding.Decode(fields["grpc-message"] ?? "") : null;
    }

    /// <summary>Reads the first SETTINGS.</summary>
    public void Read(ReadOnlySpan<byte> payload)
    {
        for (; payload.Length >= 6; payload = payload[6..])
        {
            _settings[BinaryPrimitives.ReadUInt16BigEndian(payload)] = BinaryPrimitives.ReadUInt32BigEndian(payload[2..]);
        }
    }

    private static string? Printable(string text) =>
        text.Length < 40 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is ' ' or '.' or '/' or '-' or '_') ? text : null;

    private uint? Setting(ushort id) => _settings.TryGetValue(id, out var value) ? value : null;
}
