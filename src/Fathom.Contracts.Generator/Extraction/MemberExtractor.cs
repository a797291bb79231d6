using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Extracts the model of one member, or reports why it is not supported.</summary>
internal sealed class MemberExtractor(IAssemblySymbol own, List<DiagnosticModel> diagnostics)
{
    public MemberModel? Extract(NumberedMember member, Assignment assignment)
    {
        if (Contracts.IsOneOf(member.Type))
        {
            return Oneof(member, assignment);
        }

        var nullable = NullableTypes.IsNullable(member.Type);
        var type = NullableTypes.Unwrap(member.Type);
        var field = new FieldModel(member.Number ?? 0, member.ProtoName ?? ProtoNames.Snake(member.Symbol.Name));
        if (Collections.MapOf(type) is var (keyType, valueType))
        {
            return Map(member, field, keyType, valueType, nullable, assignment);
        }

        if (Collections.ListOf(type) is var (elementType, container))
        {
            return Value(member, elementType, member.Encoding) is not { } element
                ? null
                : new RepeatedMember(Name(member), KnownTypes.FullName(member.Type), nullable, assignment, field, element, container);
        }

        if (Value(member, type, member.Encoding) is not { } value)
        {
            return null;
        }

        if (value.Kind == ValueKind.Message)
        {
            AskForNullable(member);
        }

        return new SingularMember(Name(member), KnownTypes.FullName(member.Type), nullable, assignment, field, value);
    }

    private OneofMember? Oneof(NumberedMember member, Assignment assignment)
    {
        // Errors in the hierarchy are reported where it is declared.
        var oneof = OneOfExtractor.Extract((INamedTypeSymbol)member.Type, own, []);
        if (oneof is null)
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.UnsupportedType, member.TypeLocation, member.Type.ToDisplayString(), member.Symbol.Name,
                    "its [OneOf] hierarchy has errors"));
            return null;
        }

        AskForNullable(member);
        return new OneofMember(
            Name(member), KnownTypes.FullName(member.Type), true, assignment, member.ProtoName ?? ProtoNames.Snake(member.Symbol.Name),
                oneof.Value);
    }

    private MapMember? Map(
        NumberedMember member, FieldModel field, ITypeSymbol keyType, ITypeSymbol valueType, bool nullable, Assignment assignment)
    {
        var key = Value(member, keyType, member.KeyEncoding);
        var value = Value(member, valueType, member.Encoding);
        if (key is null || value is null)
        {
            return null;
        }

        if (key.Kind is not (ValueKind.Number or ValueKind.String) || key.ProtoType is "float" or "double")
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.UnsupportedType, member.TypeLocation, member.Type.ToDisplayString(), member.Symbol.Name,
                    "the keys of a map are integers, bool or string"));
            return null;
        }

        return new MapMember(Name(member), KnownTypes.FullName(member.Type), nullable, assignment, field, key, value);
    }

    private ValueModel? Value(NumberedMember member, ITypeSymbol type, Encoding encoding)
    {
        if (ValueTypes.EncodingProblem(type, encoding) is { } misfit)
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.EncodingDoesNotFit, member.EncodingLocation, encoding.ToString(), member.Symbol.Name, type.ToDisplayString(),
                    misfit));
            return null;
        }

        var value = ValueTypes.Of(type, encoding, own, out var problem);
        if (value is null)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.UnsupportedType, member.TypeLocation, type.ToDisplayString(), member.Symbol.Name,
                problem));
        }

        return value;
    }

    private void AskForNullable(NumberedMember member)
    {
        if (member.Type.NullableAnnotation == NullableAnnotation.NotAnnotated)
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.MessageNotNullable, member.TypeLocation, member.Symbol.Name,
                    member.Type.ToDisplayString(SymbolDisplayFormat.MinimallyQualifiedFormat)));
        }
    }

    private static string Name(NumberedMember member) => KnownTypes.Escape(member.Symbol.Name);
}
