namespace Fathom.Contracts.Generator.Emission;

/// <summary>
/// Between a contract and a transport's buffers, without a copy. Only hosts read requests, and only clients read responses: what is
/// malformed is the sender's fault there, and the server's here.
/// </summary>
internal static class MarshallerCode
{
    private const string Serializer = "global::Fathom.Contracts.ContractSerializer";
    private const string Options = "global::Fathom.Contracts.ContractReadOptions";
    private const string Malformed = "global::Fathom.Contracts.MalformedMessageException";
    private const string Sequence = "global::System.Buffers.ReadOnlySequence<byte>";

    public static void Emit(CodeWriter code)
    {
        code.Line($"file sealed class {TransportNames.Marshaller}<T>(bool ofRequests) : {TransportNames.Calls}Marshaller<T>");
        code.Block("    where T : class, global::Fathom.Contracts.IContract<T>", () =>
        {
            code.Line("// The transport has a limit of its own, and has kept it.");
            code.Line($"private static readonly {Options} Copying = new() {{ MaxMessageSize = int.MaxValue }};");
            code.Line($"private static readonly {Options} Sharing = Copying with {{ ShareMemory = true }};");
            code.Line();
            code.Line("public override int ZeroCopyThreshold => T.ShareThreshold;");
            code.Line();
            code.Line($"public override int GetSize(T value) => {Serializer}.Prepare(value);");
            code.Line();
            code.Line("public override void Serialize(T value, global::System.Buffers.IBufferWriter<byte> output) =>");
            code.Line(
                $"    {Serializer}.WritePrepared(value, output, output is {TransportNames.Calls}IZeroCopyBufferWriter zeroCopy ? "
                    + $"zeroCopy.WriteBorrowed : "
                    + $"null);");
            code.Line();
            code.Line($"public override T Deserialize(in {Sequence} bytes) => Read(bytes, Copying);");
            code.Line();
            code.Line(
                $"public override T DeserializeOwned(global::System.ReadOnlyMemory<byte> bytes) => Read(new {Sequence}(bytes), Sharing);");
            code.Line();
            code.Block($"private T Read(in {Sequence} bytes, {Options} options)", () =>
            {
                code.Block("try", () => code.Line($"return {Serializer}.Read<T>(bytes, options);"));
                code.Block($"catch ({Malformed} error) when (ofRequests)", () =>
                {
                    var status = $"new {TransportNames.Status}(global::Fathom.Wire.Grpc.StatusCode.InvalidArgument, $\"The request is "
                        + $"no {{typeof(T).Name}}: {{error.Message}}\")";
                    code.Line($"throw new {TransportNames.Calls}RpcException({status}, inner: error);");
                });
            });
        });
    }
}
