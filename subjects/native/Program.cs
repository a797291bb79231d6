using System.Globalization;
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
    List<string> rest = [.. args];
    var pool = rest.Remove("--handlers-on-pool");
    var connections = Take(rest, "--max-connections");
    var held = Take(rest, "--max-held");
    var arguments = HostArguments.Parse(rest);
    var protocol = SubjectProtocol.OfThisProcess();
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

        // A window that was asked for stays.
        MaxStreamWindow = arguments.StreamWindow ?? new NativeHostOptions().MaxStreamWindow,
        Tls = certificate is null ? null : new NativeHostTls { Certificate = certificate },
        MaxConnections = (int?)connections ?? new NativeHostOptions().MaxConnections,
        MaxBufferedBytes = held,
        Handlers = pool ? HandlerScheduling.ThreadPool : HandlerScheduling.EventLoop,
        Server = new ServerOptions
        {
            MaxReceiveMessageSize = arguments.MaxReceive ?? MessageLimits.DefaultMaxReceiveSize,
            HandlerFailed = (method, e) => Console.Error.WriteLine($"{method}: {e}"),
        },
        ConnectionFailed = (peer, reason) => Console.Error.WriteLine($"{peer}: {reason}"),
    });
    await ServerSubject.FollowAsync(protocol, host.Address.GetLeftPart(UriPartial.Authority), certificate?.ExportCertificatePem(),
        () => host.Wire);
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

// What this host alone knows, a number, taken off the command line; null where it is not there.
static long? Take(List<string> arguments, string flag)
{
    var at = arguments.IndexOf(flag);
    if (at < 0)
    {
        return null;
    }

    var value = arguments.ElementAtOrDefault(at + 1);
    if (!uint.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number > int.MaxValue)
    {
        throw new FormatException($"{flag} '{value}' cannot be used; accepted: a number up to 2147483647.");
    }

    arguments.RemoveRange(at, 2);
    return number;
}
