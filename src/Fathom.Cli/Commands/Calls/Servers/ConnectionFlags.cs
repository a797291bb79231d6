using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Cli.Settings.Units;
using Fathom.Transport.Client;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Cli.Commands.Calls.Servers;

/// <summary>The flags of the channel to a server: names, times, sizes and compression.</summary>
internal sealed class ConnectionFlags
{
    private const int DefaultMaxMessage = 256 * 1024 * 1024;

    private static readonly (TimeSpan, TimeSpan) Times = (TimeSpan.FromMilliseconds(1), TimeSpan.FromDays(1));

    private static readonly (string Name, WireProtocol Protocol)[] Protocols =
    [
        ("grpc", WireProtocol.Grpc), ("grpc-web", WireProtocol.GrpcWeb), ("grpc-web-http1", WireProtocol.GrpcWebHttp1),
    ];

    private readonly Option<SettingValue?> _protocol;
    private readonly Option<SettingValue?> _authority;
    private readonly Option<SettingValue?> _connectTimeout;
    private readonly Option<SettingValue?> _keepAlive;
    private readonly Option<SettingValue?> _maxReceive;
    private readonly Option<SettingValue?> _compression;

    public ConnectionFlags(CommandSettings settings)
    {
        _protocol = SettingOption.Word("--protocol", "gRPC or binary gRPC-Web, over HTTP/2; or gRPC-Web over HTTP/1.1. Default grpc.",
            "a protocol", [.. Protocols.Select(p => p.Name)], settings);
        _authority = SettingOption.Text("--authority", "The :authority of calls; with TLS also the name in the server's certificate. "
            + "Default: that of TARGET; localhost for unix:PATH.", "HOST[:PORT]", settings);
        _connectTimeout = SettingOption.Text("--connect-timeout", "Time to connect, TLS and HTTP/2 included. Default 20s.", "TIME",
            settings);
        _keepAlive = SettingOption.Text("--keepalive", "Send a PING when nothing has come for so long during a call; without an answer "
            + "within 20 s the connection is lost. Default: never.", "TIME", settings);
        _maxReceive = SettingOption.Text("--max-receive-size", "Maximum size of a reply, also when decompressed. Default 256M.", "SIZE",
            settings);
        _compression = SettingOption.Word("--compression", "Compress requests. Default: no compression.", "a codec",
            [.. CodecRegistry.All.Select(c => c.Encoding)], settings);
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option<SettingValue?>> All => [_protocol, _authority, _connectTimeout, _keepAlive, _maxReceive, _compression];

    /// <summary>How long a connection may take; null where nothing is said.</summary>
    public TimeSpan? ConnectTimeout(ParseResult parsed) => parsed.GetValue(_connectTimeout) is { } time
        ? SettingValue.Duration(time, default, Times, "of 1ms to 24h, such as 5s") : null;

    /// <summary>Sets what the flags say.</summary>
    public NativeChannelOptions Apply(NativeChannelOptions options, ParseResult parsed) => options with
    {
        Protocol = Protocols.FirstOrDefault(p => p.Name == parsed.GetValue(_protocol)?.Text).Protocol,
        Authority = parsed.GetValue(_authority) is { } authority ? Authority(authority) : null,
        ConnectTimeout = ConnectTimeout(parsed) ?? options.ConnectTimeout,
        KeepAliveTime = parsed.GetValue(_keepAlive) is { } time
            ? SettingValue.Duration(time, default, Times, "of 1ms to 24h, such as 30s") : null,
        MaxReceiveMessageSize = parsed.GetValue(_maxReceive) is { } size ? Size(size) : DefaultMaxMessage,
        Compression = parsed.GetValue(_compression) is { } codec
            ? MessageCompression.Always(CodecRegistry.Find(codec.Text)!) : MessageCompression.None,
    };

    /// <summary>The arguments that repeat the flags, without names of machines.</summary>
    public IEnumerable<string> Repeat(ParseResult parsed) => All.SelectMany(option => parsed.GetValue(option) is { } value
        ? (string[])[option.Name, option == _authority ? "..." : value.Text] : []);

    private static string Authority(SettingValue value) => NativeChannelOptions.IsAuthority(value.Text) ? value.Text
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not an authority; accepted: host or host:port");

    private static int Size(SettingValue value) => SizeText.TryParse(value.Text, out var bytes) && bytes is >= 0 and <= int.MaxValue
        ? (int)bytes
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a size below 2G; accepted: {SizeText.Accepted}");
}
