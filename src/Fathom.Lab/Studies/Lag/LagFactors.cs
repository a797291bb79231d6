using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Lag;

/// <summary>What the study <c>lag</c> varies. The first level of each is what was published, but for the delay of the quick
/// profile.</summary>
internal static class LagFactors
{
    /// <summary>No link at all: this machine's own loopback.</summary>
    public const string NoLink = "none";

    /// <summary>HTTP.sys itself, on Windows alone: as it is, and with EnableKernelResponseBuffering, its fix since .NET 8.</summary>
    public static IReadOnlyList<string> HttpSysHosts { get; } = OperatingSystem.IsWindows() ? ["httpsys", "httpsys-buffered"] : [];

    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        new("host", "the server software; httpsys-model completes a write when the peer has acknowledged it, as HTTP.sys does",
            ["httpsys-model", "kestrel", .. HttpSysHosts]),
        new("write", "how the body is handed over: PipeWriter.Write, as gRPC does, or PipeWriter.WriteAsync", ["Write", "WriteAsync"]),
        new("segment", "bytes of the response writer's segments; by StreamPipeWriterOptions, or by the published reflection switch",
            ["4096", "65536", "65536-reflection"]),
        new("protocol", "what carries the blob", ["http1", "h2c", "grpc-unary", "grpc-stream", "grpc-upload"]),
        new("delay", "of the link, each way; none is no link", [profile == Profile.Full ? "250ms" : "25ms", NoLink]),
        new("loss", "of the link, each way", ["2%", "0%"]),
        new("mtu", "largest packet, bytes: of the loopback where it was published, or of a real line", ["65535", "1500"]),
        new("connection", "new: connecting is part of it; connected: a byte went over it before; warm: a whole blob did",
            ["new", "connected", "warm"]),
        new("client_window", "first HTTP/2 window of the client's streams: 65535 that grows, 65535 that stays, or 16M",
            ["default", ClientPings.FixedWindow, "16M"]),
        new("server_window", "HTTP/2 windows of the server's streams and connections: Kestrel's defaults, or 16M", ["default", "16M"]),
        new("size", "of the blob", profile == Profile.Full ? ["1M", "8M", "256k"] : ["256k"]),
        // Named, since a link's inherited one would hide the loss (bbr) or differ from machine to machine.
        new("congestion", "TCP congestion control at both ends of the link", ["reno"]),
    ];
}
