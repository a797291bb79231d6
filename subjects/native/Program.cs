using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

var handlersOnPool = SubjectFlag.Switch("--handlers-on-pool", "Run handlers on the thread pool instead of the event loop.");
var maxConnections =
    SubjectFlag.OptionalNumber("--max-connections", "Maximum number of connections; the host's default unless given.", 0, int.MaxValue);
var maxConnectionsPerAddress = SubjectFlag.OptionalNumber("--max-connections-per-address",
    "Maximum number of connections of one client address; half of all unless given.", 1, int.MaxValue);
var maxHeld = SubjectFlag.OptionalNumber("--max-held",
    "Maximum bytes that clients may make the host buffer; the host's default unless given.", 0, int.MaxValue, "BYTES");

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "native",
        Text = "Echo and downloads on Fathom's own HTTP/2.",
        Roles = [SubjectManifest.Server],
        Flags = [.. HostFlags.All, handlersOnPool, maxConnections, maxConnectionsPerAddress, maxHeld],
    },
    args,
    async flags =>
    {
        var arguments = HostArguments.Of(flags);
        var session = SubjectSession.OfThisProcess();
        using var certificate = arguments.LoadCertificate();
        await using var host = NativeHost.Start([EchoContract.Define(arguments.Contract), new DownloadService().Definition()],
            new NativeHostOptions
        {
            Bind = arguments.Bind,
            Port = arguments.Port,
            Http2 = Http2Options.Default with
            {
                InitialStreamWindow = arguments.StreamWindow ?? Http2Options.Default.InitialStreamWindow,
                ConnectionWindow = arguments.ConnectionWindow ?? Http2Options.Default.ConnectionWindow,
            },

            // A window given on the command line does not grow.
            MaxStreamWindow = arguments.StreamWindow ?? new NativeHostOptions().MaxStreamWindow,
            Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
            MaxConnections = flags.Of(maxConnections) ?? new NativeHostOptions().MaxConnections,
            MaxConnectionsPerAddress = flags.Of(maxConnectionsPerAddress),
            MaxBufferedBytes = flags.Of(maxHeld),
            Handlers = flags.Of(handlersOnPool) ? HandlerScheduling.ThreadPool : HandlerScheduling.EventLoop,
            Server = new ServerOptions
            {
                MaxReceiveMessageSize = arguments.MaxReceive ?? MessageLimits.DefaultMaxReceiveSize,
                LoggerFactory = new StandardErrorLoggers(),
                EnableReflection = true,
                Health = new HealthService(),
            },
        });
        await ServerSubject.FollowAsync(session, host.Address.GetLeftPart(UriPartial.Authority), certificate?.ExportCertificatePem(),
            () => host.Wire);
    },
    HostArguments.Explain);
