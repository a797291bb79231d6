using System.Globalization;

namespace Fathom.Records.Words;

/// <summary>
/// Levels as readers call them: <c>awaited</c> for <c>async</c> of the factor <c>call</c>. A level without an entry keeps its own name
/// where that says what it is, and has the factor's name in front where it is a number or a word such as <c>none</c>.
/// </summary>
public static class LevelWords
{
    private static readonly Dictionary<(string Factor, string Level), string> Words = new()
    {
        [("call", "async")] = "awaited",
        [("call", "get-result")] = "GetResult",
        [("disposal", "dispose")] = "disposed",
        [("disposal", "none")] = "not disposed",
        [("disposal", "wait")] = "shutdown awaited",
        [("handler_inlining", "on")] = "handler inlining",
        [("handler_inlining", "off")] = "no handler inlining",
        [("channel", "new")] = "a new channel per call",
        [("channel", "per-call")] = "a new channel per call",
        [("channel", "reused")] = "one channel",
        [("channel", "shared")] = "one channel",
        [("console", "slow")] = "a slow console",
        [("lock", "one")] = "one lock",
        [("library", "fathom")] = "Fathom\u2019s libraries",
        [("library", "protobuf-net")] = "protobuf-net.Grpc",
        [("channel", "pooled")] = "pooled channels",
        [("client", "grpc-net-client")] = "Grpc.Net.Client",
        [("client", "grpc-core")] = "Grpc.Core",
        [("client", "httpclient")] = "HttpClient",
        [("client", "native")] = "native client",
        [("host", "grpc-aspnetcore")] = "Grpc.AspNetCore",
        [("host", "grpc-core")] = "Grpc.Core\u2019s server",
        [("host", "kestrel")] = "Kestrel",
        [("host", "native")] = "native host",
        [("host", "httpsys")] = "HTTP.sys",
        [("host", "httpsys-buffered")] = "HTTP.sys with kernel buffering",
        [("host", "httpsys-model")] = "model of HTTP.sys",
        [("contract", "proto")] = ".proto contract",
        [("contract", "code-first")] = "code-first contract",
        [("order", "alone")] = "in a process of its own",
        [("order", "published")] = "in the published order",
        [("runtime", "10")] = ".NET 10",
        [("runtime", "8")] = ".NET 8",
        [("runtime", "3.1")] = ".NET Core 3.1",
        [("min_threads", "default")] = "the default pool",
        [("security", "plain")] = "no TLS",
        [("security", "tls")] = "TLS",
        [("tls", "mutual")] = "mutual TLS",
        [("tls", "off")] = "no TLS",
        [("segment", "65536-reflection")] = "64 KiB segments by reflection",
        [("protocol", "http1")] = "HTTP/1.1",
        [("protocol", "h2c")] = "HTTP/2",
        [("protocol", "grpc-unary")] = "gRPC unary",
        [("protocol", "grpc-stream")] = "gRPC stream",
        [("protocol", "grpc-upload")] = "gRPC upload",
        [("connection", "new")] = "new connection",
        [("connection", "connected")] = "idle connection",
        [("connection", "warm")] = "warm connection",
        [("client_window", "default")] = "growing window",
        [("client_window", "65535-fixed")] = "fixed 64 KiB window",
        [("server_window", "default")] = "Kestrel\u2019s default windows",
        [("certificate", "per-call")] = "certificates loaded per message",
        [("certificate", "once")] = "certificates loaded once",
        [("lock", "global")] = "one lock",
        [("callers", "1")] = "one task",
        [("warm_up", "0")] = "no warm-up",
        [("shape", "one")] = "one message",
        [("shape", "stream")] = "stream of messages",
        [("compression", "none")] = "uncompressed",
        [("compression", "raw")] = "uncompressed",
        [("size", "0")] = "empty message",
        [("payload", "zero")] = "zero bytes",
        [("payload", "rand")] = "random bytes",
        [("payload", "random")] = "random bytes",
        [("payload", "binaries")] = "assemblies",
        [("payload", "json")] = "JSON",
    };

    // {0} is the level with its unit written out.
    private static readonly Dictionary<string, string> Forms = new()
    {
        ["min_threads"] = "{0} pool threads",
        ["calls"] = "{0} calls",
        ["processors"] = "{0} processors",
        ["callers"] = "{0} tasks",
        ["users"] = "{0} users",
        ["slow"] = "{0} of waiting",
        ["segment"] = "{0}-byte segments",
        ["delay"] = "{0} each way",
        ["link"] = "{0} line",
        ["mtu"] = "MTU {0}",
        ["client_window"] = "{0} window",
        ["server_window"] = "{0} server windows",
        ["warm_up"] = "{0} s of warm-up",
        ["seconds"] = "{0} s counted",
        ["size"] = "{0}",
    };

    private static readonly string[] SayNothingAlone = ["none", "default", "on", "off", "new", "once", "global", "per-call"];

    /// <summary>Returns the words for a level.</summary>
    /// <param name="factor">Name of the factor, as in records.</param>
    /// <param name="level">Name of the level.</param>
    public static string Of(string factor, string level)
    {
        if (Words.TryGetValue((factor, level), out var words))
        {
            return words;
        }

        var plain = factor.Replace('_', ' ');
        return NumberedLevel.Read(level) is { } number
            ? Numbered(factor, plain, number)
            : level is "none" or "off" ? $"no {plain}"
            : SayNothingAlone.Contains(level) ? $"{level} {plain}"
            : level;
    }

    private static string Numbered(string factor, string plain, NumberedLevel level)
    {
        var text = level.Unit switch
        {
            "mbit" => Amount.Show(level.Value, "mbit"),
            "k" => $"{Digits(level.Value)} KiB",
            "M" => $"{Digits(level.Value)} MiB",
            "" => Digits(level.Value),
            _ => $"{Digits(level.Value)} {level.Unit}",
        };
        return Forms.TryGetValue(factor, out var form) ? string.Format(CultureInfo.InvariantCulture, form, text)
            : level is { Value: 0, Unit: "%" } ? $"no {plain}"
            : level.Unit == "%" ? $"{text} {plain}"
            : $"{plain} {text}";
    }

    // A level is a setting: all its digits count. Four are written without a separator, as in 4096.
    private static string Digits(double value) =>
        value.ToString(value < 10_000 ? "0.###" : "#,0.###", CultureInfo.InvariantCulture);
}
