using System.Buffers.Binary;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What a server says of itself before it is asked anything: its first SETTINGS, the first WINDOW_UPDATE of the connection, and
/// the <c>server</c> header.</summary>
internal sealed class Fingerprint
{
    private const string GrpcJs = "grpc-js";
    private const string GrpcAspNetCore = "Grpc.AspNetCore";
    private const string GrpcGo = "grpc-go";
    private const string GrpcCore = "gRPC C core";

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
        ("The server does not implement the method", GrpcJs), ("unknown service ", GrpcGo), ("unknown method ", GrpcGo),
        ("Method not found:", "grpc-java"), ("Method is unimplemented.", GrpcAspNetCore), ("Service is unimplemented.", GrpcAspNetCore),
        ("Method not found!", GrpcCore),
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

    /// <summary>Whether the first SETTINGS have the form that the library gives them, so that no proxy stands before it; null where that is
    /// not known. A server's options change values, not which parameters it sends.</summary>
    /// <remarks>Measured: Kestrel sends the parameters 3, 4, 6 and 8 (RFC 9113 section 6.5.2, RFC 8441), gRPC's C core 0xFE03, grpc-go 5
    /// with 16,384, Node.js 3 or none. HAProxy 2.6 sends 8 and 3; nginx 1.22 sends 3, 4 and 5 with 16,777,215; nghttpx 1.52 sends 3, 4, 9
    /// and 8.</remarks>
    public bool? SpeaksOwnHttp2 => Library switch
    {
        // HTTP.sys and IIS speak it for the application.
        GrpcAspNetCore when Header?.StartsWith("Microsoft-", StringComparison.Ordinal) == true => null,
        GrpcAspNetCore => !(Sends(Http2SettingId.MaxConcurrentStreams) && Sends(Http2SettingId.MaxHeaderListSize)) ? false
            // Go's own server sends it, too.
            : Sends(Http2SettingId.MaxFrameSize) ? null : true,
        GrpcCore => _settings.ContainsKey(CoreSetting),
        // What serves on Go's own HTTP/2 sends a larger one.
        GrpcGo => Setting((ushort)Http2SettingId.MaxFrameSize) switch
        {
            null => false,
            SettingsPayload.SmallestMaxFrameSize => true,
            _ => null,
        },
        GrpcJs => _settings.Keys.All(k => k is (ushort)Http2SettingId.MaxConcurrentStreams or (ushort)Http2SettingId.InitialWindowSize),
        _ => null,
    };

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

    /// <summary>Whether PING is answered on the pool of threads that serves calls, and as often as it is sent.</summary>
    public bool AnswersOnPool => SpeaksOwnHttp2 == true && Library == GrpcAspNetCore;

    /// <summary>Its name, for people.</summary>
    public string Name => IsKestrel ? "Kestrel"
        : _settings.ContainsKey(CoreSetting) ? GrpcCore
        : Header is { Length: > 0 } header ? Printable(header) ?? Unknown : Unknown;

    /// <summary>Whether it says what it is, in one way or another.</summary>
    public bool IsRecognised => Name != Unknown || Library is not null || Proxy is not null;

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

    private bool Sends(Http2SettingId id) => _settings.ContainsKey((ushort)id);

    private uint? Setting(ushort id) => _settings.TryGetValue(id, out var value) ? value : null;
}
