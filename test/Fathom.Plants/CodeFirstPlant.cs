using ProtoBuf;
using ProtoBuf.Grpc.Configuration;

namespace Fathom.Plants;

/// <summary>What plant.proto declares of <c>Call</c>, as protobuf-net.Grpc reads it.</summary>
[Service("fathom.plants.Plant")]
public interface ICodeFirstPlant
{
    /// <summary>One request, one reply.</summary>
    [Operation("Call")]
    Task<CodeFirstBlob> CallAsync(CodeFirstBlob request);
}

/// <summary>As in plant.proto.</summary>
[ProtoContract]
public sealed class CodeFirstBlob
{
    /// <summary>Any bytes.</summary>
    [ProtoMember(1)]
    public byte[] Payload { get; set; } = [];
}

/// <summary>The service of plant.proto, code first: each call does what the plant says.</summary>
internal sealed class CodeFirstPlant(PlantedMethod method) : ICodeFirstPlant
{
    public async Task<CodeFirstBlob> CallAsync(CodeFirstBlob request)
    {
        await method.WorkAsync();
        return new CodeFirstBlob { Payload = method.Reply.ToByteArray() };
    }
}
