using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Lag.LagLinkFactors;

namespace Fathom.Studies.Lag;

/// <summary>What the study <c>lag</c> varies beside the link. The first level of each factor is the published one.</summary>
internal static class LagFactors
{
    private const double InitialWindow = 65535;
    private const double LargeWindow = 16 << 20;

    // Kestrel's stream window since .NET 7 (Http2Limits.InitialStreamWindowSize).
    private const double KestrelWindow = 768 << 10;

    public static Factor Host { get; } =
        new("host", "the server software; httpsys-model completes a write when the peer has acknowledged it, as HTTP.sys does");

    public static Level HttpSysModel { get; } = Host.Level("httpsys-model", CallQuantities.ServerStack.Is("httpsys-model"));

    public static Level Kestrel { get; } = Host.Level("kestrel", CallQuantities.ServerStack.Is("kestrel"));

    /// <summary>HTTP.sys itself, on Windows only: as it is, and with EnableKernelResponseBuffering, its fix since .NET 8.</summary>
    public static IReadOnlyList<Level> HttpSysHosts { get; } =
    [
        Host.Level("httpsys", CallQuantities.ServerStack.Is("httpsys")),
        Host.Level("httpsys-buffered", CallQuantities.ServerStack.Is("httpsys-buffered")),
    ];

    public static Factor Write { get; } =
        new("write", "how the body is handed over: PipeWriter.Write, as gRPC does, or PipeWriter.WriteAsync");

    public static Level WriteSync { get; } = Write.Level("Write", TransferQuantities.BodyWrite.Is("Write"));

    public static Level WriteAsync { get; } = Write.Level("WriteAsync", TransferQuantities.BodyWrite.Is("WriteAsync"));

    public static Factor Segment { get; } = new("segment",
        "bytes of the response writer's segments; by StreamPipeWriterOptions, or by the published reflection switch");

    public static Level SmallSegment { get; } = Segment.Level("4096", TransferQuantities.WriterSegment.Is(4096));

    public static Level LargeSegment { get; } = Segment.Level("65536", TransferQuantities.WriterSegment.Is(65536));

    public static Level ReflectionSegment { get; } = Segment.Level("65536-reflection", TransferQuantities.WriterSegment.Is(65536));

    public static Factor Protocol { get; } = new("protocol", "what carries the blob");

    public static Level Http1 { get; } = Protocol.Level("http1", TransferQuantities.IsHttp2.Is(false));

    public static Level Http2 { get; } = Protocol.Level("h2c", TransferQuantities.IsHttp2.Is(true));

    public static Level GrpcUnary { get; } = Protocol.Level("grpc-unary", TransferQuantities.IsHttp2.Is(true));

    public static Level GrpcStream { get; } = Protocol.Level("grpc-stream", TransferQuantities.IsHttp2.Is(true));

    public static Level GrpcUpload { get; } = Protocol.Level("grpc-upload", TransferQuantities.IsHttp2.Is(true));

    public static Factor Connection { get; } =
        new("connection", "new: connecting is part of it; connected: a byte went over it before; warm: a whole blob did");

    public static Level NewConnection { get; } = Connection.Level("new", TransferQuantities.ConnectionIsWarm.Is(false));

    public static Level Connected { get; } = Connection.Level("connected", TransferQuantities.ConnectionIsWarm.Is(false));

    public static Level Warm { get; } = Connection.Level("warm", TransferQuantities.ConnectionIsWarm.Is(true));

    public static Factor ClientWindow { get; } =
        new("client_window", "first HTTP/2 window of the client's streams: 65535 that grows, 65535 that stays, or 16M");

    public static Level GrowingWindow { get; } = ClientWindow.Level("default",
        TransferQuantities.ClientWindow.Is(InitialWindow), TransferQuantities.ClientWindowGrows.Is(true));

    public static Level FixedWindow { get; } = ClientWindow.Level("65535-fixed",
        TransferQuantities.ClientWindow.Is(InitialWindow), TransferQuantities.ClientWindowGrows.Is(false));

    public static Level LargeClientWindow { get; } = ClientWindow.Level("16M",
        TransferQuantities.ClientWindow.Is(LargeWindow), TransferQuantities.ClientWindowGrows.Is(true));

    public static Factor ServerWindow { get; } =
        new("server_window", "HTTP/2 windows of the server's streams and connections: Kestrel's defaults, or 16M");

    public static Level DefaultServerWindow { get; } = ServerWindow.Level("default", TransferQuantities.ServerWindow.Is(KestrelWindow));

    public static Level LargeServerWindow { get; } = ServerWindow.Level("16M", TransferQuantities.ServerWindow.Is(LargeWindow));

    public static Factor Size { get; } = new("size", "of the blob");

    public static Level PublishedSize { get; } = Size.Level("1M", CallQuantities.PayloadBytes.Is(1 << 20));

    public static Level LargeSize { get; } = Size.Level("8M", CallQuantities.PayloadBytes.Is(8 << 20));

    public static Level SmallSize { get; } = Size.Level("256k", CallQuantities.PayloadBytes.Is(256 << 10));

    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        Host.With([HttpSysModel, Kestrel, .. OperatingSystem.IsWindows() ? HttpSysHosts : []]),
        Write.WithAll(), Segment.WithAll(), Protocol.WithAll(),
        Delay.With(profile == Profile.Full ? PublishedDelay : QuickDelay, NoLink),
        Loss.WithAll(), Mtu.WithAll(), Connection.WithAll(), ClientWindow.WithAll(), ServerWindow.WithAll(),
        profile == Profile.Full ? Size.WithAll() : Size.With(SmallSize),
        Congestion.WithAll(),
    ];
}
