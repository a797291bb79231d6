using System.Buffers;
using System.Collections.Concurrent;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>A node with certificates and a host, which answers with the name of who calls, and counts what it reads.</summary>
internal sealed class SecuredNode : IAsyncDisposable
{
    private readonly Reading _reading = new();
    private readonly NativeHost _host;

    public SecuredNode(NodeCertificates certificates, LineLogger log)
    {
        (Certificates, Log) = (certificates, log);
        var service = new ServiceBuilder("test.Nodes").Unary(Method(_reading), (_, context) =>
        {
            Callers.Enqueue(context.ClientCertificate?.GetNameInfo(X509NameType.SimpleName, forIssuer: false) ?? "nobody");
            return new ValueTask<byte[]>(new byte[] { 1 });
        }).Build();
        _host = NativeHost.Start([service, .. certificates.Services], certificates.Secure(new NativeHostOptions()));
    }

    public NodeCertificates Certificates { get; }

    public LineLogger Log { get; }

    public Uri Address => _host.Address;

    /// <summary>Who has called, in order.</summary>
    public ConcurrentQueue<string> Callers { get; } = new();

    /// <summary>Requests that were deserialised.</summary>
    public int Read => _reading.Count;

    public static SecuredNode Found(string folder, string name = "north", TimeProvider? time = null, CertificateLifetimes? lives = null)
    {
        var log = new LineLogger();
        return new SecuredNode(NodeCertificates.OpenOrCreate(Options(folder, name, log, time) with { Lives = lives ?? new() }), log);
    }

    public static NodeCertificatesOptions Options(string folder, string name, LineLogger? log = null, TimeProvider? time = null) => new()
    {
        Folder = folder,
        Name = name,
        LoggerFactory = log ?? new LineLogger(),
        TimeProvider = time ?? TimeProvider.System,
    };

    public NativeChannel Channel(ChannelTls? tls) => new(new ChannelOptions { Address = Address, Tls = tls });

    /// <summary>A call from another node, over a connection of its own.</summary>
    public async Task CallAsync(ChannelTls? tls)
    {
        await using var channel = Channel(tls);
        await CallAsync(channel);
    }

    public static Task CallAsync(NativeChannel channel) =>
        channel.UnaryAsync(Method(new Reading()), [1, 2, 3], new CallOptions { Deadline = Deadline.After(TimeSpan.FromSeconds(60)) });

    public async ValueTask DisposeAsync()
    {
        await _host.DisposeAsync();
        Certificates.Dispose();
    }

    private static Method<byte[], byte[]> Method(Reading reading) => new(MethodKind.Unary, "test.Nodes", "WhoAmI", reading, reading);

    private sealed class Reading : Marshaller<byte[]>
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public override int GetSize(byte[] value) => value.Length;

        public override void Serialize(byte[] value, IBufferWriter<byte> output) => output.Write(value);

        public override byte[] Deserialize(in ReadOnlySequence<byte> bytes)
        {
            Interlocked.Increment(ref _count);
            return bytes.ToArray();
        }
    }
}
