using System.Text;
using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Writes a service as .proto text, with its methods in declaration order.</summary>
internal static class ServiceText
{
    public static void Append(StringBuilder text, ServiceModel service)
    {
        text.Append("\nservice ").Append(service.ProtoName).Append(" {\n");
        foreach (var operation in service.Operations)
        {
            text.Append("  rpc ").Append(operation.GrpcName)
                .Append('(').Append(Message(service, operation.Request, operation.StreamsRequests))
                .Append(") returns (").Append(Message(service, operation.Response, operation.StreamsResponses)).Append(");\n");
        }

        text.Append("}\n");
    }

    // protobuf resolves names from the innermost scope: a method with the name of the message would be found first and rejected.
    private static string Message(ServiceModel service, ValueModel message, bool streams) =>
        (streams ? "stream " : "") + (service.Operations.Any(o => o.GrpcName == message.ProtoType.Split('.')[0])
            ? TypeNames.FromRoot(message)
            : TypeNames.In(service.Package, message));
}
