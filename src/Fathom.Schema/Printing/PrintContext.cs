using System.Text;
using Fathom.Schema.Descriptors;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Where the text of one file, or of a part of it, is written.</summary>
internal sealed class PrintContext(DescriptorSet types, FileDescriptorProto file)
{
    // Where a type stands, these words begin something else.
    private static readonly HashSet<string> Words = new(
        ("double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes message enum group "
            + "oneof map option optional required repeated reserved extensions extend export local stream service rpc").Split(' '));

    private readonly StringBuilder _text = new();
    private readonly OptionText _options = new(types);
    private int _depth;

    /// <summary>proto2, proto3 or editions.</summary>
    public string Syntax => file.Syntax.Length == 0 ? "proto2" : file.Syntax;

    public string Text => _text.ToString();

    public void Line(string line) => _text.Append(' ', 2 * _depth).Append(line).Append('\n');

    /// <summary>Writes lines between braces.</summary>
    public void Block(string head, Action body)
    {
        Line(head + " {");
        _depth++;
        body();
        _depth--;
        Line("}");
    }

    /// <summary>Writes the options of what is open, a statement each.</summary>
    public void Options(IMessage? options)
    {
        var (set, lost) = _options.Of(options);
        foreach (var line in set.Select(option => $"option {option};").Concat(lost.Select(reason => $"// {reason}")))
        {
            Line(line);
        }
    }

    /// <summary>The end of a declaration with its options: <c> [deprecated = true];</c></summary>
    public string End(IMessage? options, IEnumerable<string>? before = null, string end = ";")
    {
        var (set, lost) = _options.Of(options);
        var all = string.Join(", ", (before ?? []).Concat(set));
        return (all.Length > 0 ? $" [{all}]" : "") + end + string.Concat(lost.Select(reason => $" /* {reason} */"));
    }

    /// <summary>Writes features that are set around what follows, as comments.</summary>
    public void Features(FeatureSet? features)
    {
        foreach (var option in _options.Of(new Google.Protobuf.Reflection.FileOptions { Features = features }).Options)
        {
            Line($"// option {option};");
        }
    }

    /// <summary>The name of a type as a scope can use it. It begins with a dot where protoc, which looks for its first part in the scopes
    /// from the inner to the outer, would find another (protobuf.dev, "Name resolution").</summary>
    /// <param name="typeName">Its full name after a dot.</param>
    /// <param name="scope">The full name of the message or package around its use.</param>
    public string NameOf(string typeName, string scope)
    {
        var name = typeName.TrimStart('.');
        var first = name.Split('.')[0];
        for (; scope.Length > 0; scope = ParentOf(scope))
        {
            if (types.IsScope($"{scope}.{first}"))
            {
                return "." + name;
            }
        }

        return Words.Contains(first) ? "." + name : name;
    }

    public static string Join(string scope, string name) => scope.Length == 0 ? name : $"{scope}.{name}";

    /// <summary>What is around a full name; empty for a name without dots.</summary>
    public static string ParentOf(string name) => name.LastIndexOf('.') is > 0 and var dot ? name[..dot] : "";
}
