using Fathom.Diagnosis.Experiments;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>The one method that probes from outside call, and how its server is reached.</summary>
public sealed record ProbeTarget
{
    /// <summary>First window of the streams where the examined client's is not given, bytes.</summary>
    public const int DefaultStreamWindow = ProbeConnectionOptions.LargeWindow;

    /// <summary>Window of the connections where the examined client's is not given, bytes.</summary>
    public const int DefaultConnectionWindow = ProbeConnectionOptions.LargeConnectionWindow;

    /// <summary>The server and how connections to it are made. Windows and codecs are those of each probe.</summary>
    public required NativeChannelOptions Server { get; init; }

    /// <summary>The path of the method: <c>/package.Service/Method</c>.</summary>
    public required string Path { get; init; }

    /// <summary>The request messages of one call, as protobuf bytes without the gRPC prefix; every call sends the same.</summary>
    public required IReadOnlyList<ReadOnlyMemory<byte>> Messages { get; init; }

    /// <summary>The service's own address, past the proxy before it; null where it is not known.</summary>
    public Uri? Direct { get; init; }

    /// <summary>Metadata of every call.</summary>
    public Metadata Metadata { get; init; } = [];

    /// <summary>First window of the streams of the examined client, bytes.</summary>
    public int StreamWindow { get; init; } = DefaultStreamWindow;

    /// <summary>Window of its connections, bytes; from 65,535, with which each begins.</summary>
    public int ConnectionWindow { get; init; } = DefaultConnectionWindow;

    /// <summary>The same method at the service's own address, under the same authority.</summary>
    public ProbeTarget PastProxy => this with
    {
        Server = Server with { Address = Direct!, Authority = Server.Authority ?? Server.Address.Authority, Proxy = null },
    };

    /// <summary>The method as people write it.</summary>
    public string Name => Path[1..];

    /// <summary>The path of the no-op call: a method of the same service that does not exist, and that no code of the application
    /// serves.</summary>
    public string NoOpPath => $"{Path[..Path.LastIndexOf('/')]}/FathomDoctorNoOp";
}
