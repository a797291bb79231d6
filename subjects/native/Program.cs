using System.Security.Cryptography;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Protocol;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

try
{
    var pool = args.Contains("--handlers-on-pool");
    var arguments = HostArguments.Parse([.. args.Where(a => a != "--handlers-on-pool")]);
    var protocol = SubjectProtocol.OfThisProcess();
    using var certificate = arguments.LoadCertificate();
    await using var host = NativeHost.Start([new EchoService().Definition(), new DownloadService().Definition()], new NativeHostOptions
    {
        Bind = arguments.Bind,
        Port = arguments.Port,
        Http2 = Http2Options.Default with
        {
            InitialStreamWindow = arguments.StreamWindow ?? Http2Options.Default.InitialStreamWindow,
            ConnectionWindow = arguments.ConnectionWindow ?? Http2Options.Default.ConnectionWindow,
        },

        // A window that was asked for stays.
        LargestWindow = arguments.StreamWindow ?? new NativeHostOptions().LargestWindow,
        Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
        Handlers = pool ? HandlerScheduling.ThreadPool : HandlerScheduling.EventLoop,
        Server = new ServerOptions
        {
            MaxReceiveMessageSize = arguments.MaxReceive ?? MessageLimits.DefaultMaxReceiveSize,
            HandlerFailed = (method, e) => Console.Error.WriteLine($"{method}: {e}"),
        },
        ConnectionFailed = (peer, reason) => Console.Error.WriteLine($"{peer}: {reason}"),
    });
    await ServerSubject.FollowAsync(protocol, host.Address.GetLeftPart(UriPartial.Authority), certificate?.ExportCertificatePem(), () => host.Wire);
    return 0;
}
catch (FormatException e)
{
    Console.Error.WriteLine(e.Message);
    return 2;
}
catch (Exception e) when (e is IOException or CryptographicException or UnauthorizedAccessException)
{
    Console.Error.WriteLine($"{e.Message} End what listens there, or give another --port (0 takes a free one).");
    return 3;
}
