using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldOptions.Types;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses services.</summary>
internal sealed class ServiceParser(TokenReader tokens, ProtoSource source, DeclarationParsers parsers)
{
    /// <summary>A service, after the word "service".</summary>
    public ServiceDescriptorProto Service(ProtoScope scope)
    {
        var (service, options) = (new ServiceDescriptorProto { Name = tokens.Name() }, new List<ProtoOption>());
        tokens.Expect("{");
        while (!tokens.Take("}"))
        {
            if (tokens.Take(";"))
            {
            }
            else if (tokens.Take("option"))
            {
                options.Add(parsers.Options.Statement(scope));
            }
            else
            {
                tokens.Expect("rpc");
                service.Method.Add(Method(scope.In(service.Name)));
            }
        }

        if (options.Count > 0)
        {
            service.Options = new ServiceOptions();
            parsers.Writer.Apply(service.Options, options, OptionTargetType.TargetTypeService);
        }

        return service;
    }

    private MethodDescriptorProto Method(ProtoScope scope)
    {
        var method = new MethodDescriptorProto { Name = tokens.Name() };
        if (Message(scope, name => method.InputType = name))
        {
            method.ClientStreaming = true;
        }

        tokens.Expect("returns");
        if (Message(scope, name => method.OutputType = name))
        {
            method.ServerStreaming = true;
        }

        if (!tokens.Take("{"))
        {
            tokens.Expect(";");
            return method;
        }

        var options = new List<ProtoOption>();
        while (!tokens.Take("}"))
        {
            if (!tokens.Take(";"))
            {
                tokens.Expect("option");
                options.Add(parsers.Options.Statement(scope));
            }
        }

        method.Options = new MethodOptions();
        parsers.Writer.Apply(method.Options, options, OptionTargetType.TargetTypeMethod);
        return method;
    }

    // Whether it is a stream.
    private bool Message(ProtoScope scope, Action<string> into)
    {
        tokens.Expect("(");
        var isStream = tokens.Take("stream");
        source.References.Add(new(
            tokens.Place, tokens.DottedName(mayBeAbsolute: true), scope, [ProtoSymbolKind.Message], (_, name) => into(name)));
        tokens.Expect(")");
        return isStream;
    }
}
