using System.Text;
using Google.Protobuf.Reflection;
using static Google.Protobuf.Reflection.FieldOptions.Types;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Parses a .proto file: proto2, proto3 or edition 2023 (protobuf's language specifications).</summary>
internal sealed class FileParser
{
    private readonly ProtoSource _source = new();
    private readonly TokenReader _tokens;
    private readonly DeclarationParsers _parsers;
    private readonly List<ProtoOption> _options = [];

    private FileParser(string text)
    {
        _tokens = new TokenReader(ProtoLexer.Read(text));
        _parsers = new DeclarationParsers(_tokens, _source);
    }

    private FileDescriptorProto File => _source.File;

    /// <summary>Parses a file.</summary>
    /// <param name="name">Its name, as others import it.</param>
    /// <param name="text">Its text.</param>
    /// <exception cref="ProtoSyntaxException">The text is not of the language, or not of the part that is read here.</exception>
    public static ProtoSource Parse(string name, string text)
    {
        var parser = new FileParser(text);
        parser.File.Name = name;
        parser.ReadSyntax();
        while (parser._tokens.Current.Kind != ProtoTokenKind.End)
        {
            parser.ReadStatement();
        }

        if (parser._options.Count > 0)
        {
            parser.File.Options = new Google.Protobuf.Reflection.FileOptions();
            new OptionWriter(parser._source).Apply(parser.File.Options, parser._options, OptionTargetType.TargetTypeFile);
        }

        return parser._source;
    }

    private void ReadSyntax()
    {
        var place = _tokens.Place;
        if (_tokens.Take("edition"))
        {
            (File.Syntax, File.Edition) = ("editions", Edition._2023);
            Value("2023");
        }
        else if (_tokens.Take("syntax") && Value("proto2", "proto3") is "proto3" and var syntax)
        {
            File.Syntax = syntax;
        }

        string Value(params string[] accepted)
        {
            _tokens.Expect("=");
            var found = Encoding.UTF8.GetString(_tokens.Text());
            _tokens.Expect(";");
            return accepted.Contains(found) ? found : throw new ProtoSyntaxException(place,
                $"'{Faults.Shown.Short(found)}' is not read here; accepted: syntax = \"proto2\" or \"proto3\", edition = \"2023\"");
        }
    }

    private void ReadStatement()
    {
        var (scope, place) = (new ProtoScope(_source, []), _tokens.Place);
        if (_tokens.Take(";"))
        {
        }
        else if (_tokens.Take("message"))
        {
            File.MessageType.Add(_parsers.Messages.Message(scope, 0));
        }
        else if (_tokens.Take("enum"))
        {
            File.EnumType.Add(_parsers.Enums.Enum(scope));
        }
        else if (_tokens.Take("service"))
        {
            File.Service.Add(_parsers.Services.Service(scope));
        }
        else if (_tokens.Take("extend"))
        {
            _parsers.Messages.Extend(scope, File.Extension, File.MessageType, 0);
        }
        else if (_tokens.Take("option"))
        {
            _options.Add(_parsers.Options.Statement(scope));
        }
        else if (_tokens.Take("import"))
        {
            ReadImport();
        }
        else if (_tokens.Take("package"))
        {
            if (File.HasPackage)
            {
                throw new ProtoSyntaxException(place, "a file has one package");
            }

            File.Package = _tokens.DottedName(mayBeAbsolute: false);
            _tokens.Expect(";");
        }
        else
        {
            throw _tokens.Unexpected("message, enum, service, extend, option, import, package");
        }
    }

    private void ReadImport()
    {
        var place = _tokens.Place;
        if (_tokens.Take("public"))
        {
            File.PublicDependency.Add(File.Dependency.Count);
        }
        else if (_tokens.Take("weak"))
        {
            File.WeakDependency.Add(File.Dependency.Count);
        }

        _source.Import(Encoding.UTF8.GetString(_tokens.Text()), place);
        _tokens.Expect(";");
    }
}

/// <summary>The parsers of one file's declarations, which use each other.</summary>
internal sealed class DeclarationParsers
{
    public DeclarationParsers(TokenReader tokens, ProtoSource source)
    {
        (Options, Writer) = (new OptionParser(tokens, source), new OptionWriter(source));
        Fields = new FieldParser(tokens, source, this);
        Messages = new MessageParser(tokens, source, this);
        Enums = new EnumParser(tokens, source, this);
        Services = new ServiceParser(tokens, source, this);
    }

    public OptionParser Options { get; }

    public OptionWriter Writer { get; }

    public FieldParser Fields { get; }

    public MessageParser Messages { get; }

    public EnumParser Enums { get; }

    public ServiceParser Services { get; }
}
