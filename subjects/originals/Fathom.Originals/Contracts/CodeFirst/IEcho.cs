using ProtoBuf;
using ProtoBuf.Grpc.Configuration;

namespace Fathom.Originals.Contracts.CodeFirst;

/// <summary>What echo.proto declares, as protobuf-net.Grpc reads it.</summary>
[Service("fathom.echo.Echo")]
public interface IEcho
{
    /// <summary>One request, one reply.</summary>
    Task<EchoReply> UnaryAsync(EchoRequest request);
}

/// <summary>The same with a synchronous operation, which makes the client's calling thread wait. Two operations of one method cannot
/// stand in one interface.</summary>
[Service("fathom.echo.Echo")]
public interface IBlockingEcho
{
    /// <summary>One request, one reply.</summary>
    EchoReply Unary(EchoRequest request);
}

/// <summary>As in echo.proto.</summary>
[ProtoContract]
public sealed class EchoRequest
{
    /// <summary>Returned by the service.</summary>
    [ProtoMember(1)]
    public byte[] Payload { get; set; } = [];
}

/// <summary>As in echo.proto.</summary>
[ProtoContract]
public sealed class EchoReply
{
    /// <summary>The request's.</summary>
    [ProtoMember(1)]
    public byte[] Payload { get; set; } = [];

    /// <summary>0 of a unary call.</summary>
    [ProtoMember(2)]
    public int Count { get; set; }

    /// <summary>Length of the payload.</summary>
    [ProtoMember(3)]
    public long TotalBytes { get; set; }
}
