using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>
/// Writes a package as <c>google.protobuf.FileDescriptorProto</c>, as protoc reads it from the .proto text: server reflection needs the
/// descriptor where no protoc is. A pure function of the models. Field numbers are those of descriptor.proto.
/// </summary>
internal static class FileDescriptorBytes
{
    public static byte[] Of(string name, string package, IEnumerable<string> imports, IEnumerable<EnumModel> enums,
        IEnumerable<ContractModel> messages, IEnumerable<ServiceModel> services)
    {
        var file = new DescriptorMessage().Add(1, name);
        if (package.Length > 0)
        {
            file.Add(2, package);
        }

        foreach (var import in imports)
        {
            file.Add(3, import);
        }

        foreach (var message in messages)
        {
            file.Add(4, MessageDescriptorBytes.Of(message));
        }

        foreach (var type in enums)
        {
            file.Add(5, EnumOf(type));
        }

        foreach (var service in services)
        {
            file.Add(6, ServiceOf(service));
        }

        return file.Add(12, "proto3").ToArray();
    }

    private static DescriptorMessage EnumOf(EnumModel type)
    {
        var message = new DescriptorMessage().Add(1, type.ProtoName);
        foreach (var value in type.Values)
        {
            message.Add(2, new DescriptorMessage().Add(1, value.ProtoName).Add(2, value.Number));
        }

        var hasAlias = type.Values.Select(v => v.Number).Distinct().Count() < type.Values.Count;
        return hasAlias ? message.Add(3, new DescriptorMessage().Add(2, true)) : message;
    }

    private static DescriptorMessage ServiceOf(ServiceModel service)
    {
        var message = new DescriptorMessage().Add(1, service.ProtoName);
        foreach (var operation in service.Operations)
        {
            message.Add(2, new DescriptorMessage().Add(1, operation.GrpcName).Add(2, TypeNames.FromRoot(operation.Request))
                .Add(3, TypeNames.FromRoot(operation.Response)).Add(5, operation.StreamsRequests).Add(6, operation.StreamsResponses));
        }

        return message;
    }
}
